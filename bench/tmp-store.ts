import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path'; import { tmpdir } from 'node:os';
import { createLanceDbVectorStore } from '../src/platform/vectors/lancedb/index.js';
import { makeSystemScope, makeUserScope } from '../src/shared/make-scope.js';
import { newId, TenantId, UserId, ChunkId, DocumentId } from '../src/shared/ids.js';
import { permissionsOfRole } from '../src/shared/permissions.js';
import { analyze, analyzeQuery } from '../src/language/analyzer.js';
import { createProse } from './corpus/prose.js';
const keep=setInterval(()=>undefined,1000);
const N=Number(process.argv[2]);
const dir=await mkdtemp(join(tmpdir(),'kr-tmpstore-'));
const store=createLanceDbVectorStore({directory:dir,dimensions:null,fingerprint:'test'});
const tenants=Array.from({length:N},()=>({tenantId:newId(TenantId),userId:newId(UserId)}));
const write=async(t:typeof tenants[0],seed:number)=>{const w=store.writerFor(makeSystemScope(t.tenantId));const prose=createProse(seed);
 for(let d=0;d<20;d++){ const documentId=newId(DocumentId); await w.upsertChunks([0].map(()=>({id:newId(ChunkId),documentId,version:1,ownerId:t.userId,visibility:'tenant',language:'en',vector:null,terms:analyze(prose.paragraph(15),{languages:['en']})} as any)),{areNew:true}); } };
const S=()=>{const x=(globalThis as any).__s; return 'MB '+(x?Number(x.sizeBytes())/1e6:0).toFixed(0)+' items '+x?.approxNumItems()+' rss '+(process.memoryUsage.rss()/1e6).toFixed(0);};
const prose=createProse(9);
for(let i=0;i<N;i++){ await write(tenants[i]!,i); const sc=makeUserScope({...tenants[i]!,role:'admin',groups:[],permissions:permissionsOfRole.admin}); const g:any=store.for(sc); for(let k=0;k<5;k++) await g.searchChunks({query:{terms:analyzeQuery(prose.question(),{languages:['en']}),vector:null},filter:{},limitPerLeg:60,signal:new AbortController().signal}); if(i%4===0) console.log(i,S()); }
await store.optimize(); console.log('optimized', S()); await store.close();
const again=createLanceDbVectorStore({directory:dir,dimensions:null,fingerprint:'test'});
for(let round=0;round<2;round++){for(let i=0;i<N;i++){ const sc=makeUserScope({...tenants[i]!,role:'admin',groups:[],permissions:permissionsOfRole.admin}); const g:any=again.for(sc); for(let k=0;k<5;k++) await g.searchChunks({query:{terms:analyzeQuery(prose.question(),{languages:['en']}),vector:null},filter:{},limitPerLeg:60,signal:new AbortController().signal}); }
console.log('again', S());}
const x:any=(globalThis as any).__s; void x; await again.close(); clearInterval(keep);
