import { createSandbox } from './src/platform/sandbox/sandbox.js';
const sandbox = createSandbox({atOnce:2, memoryMb:256});
const files = new Map([['a.txt', new TextEncoder().encode('héllo\n')]]);
const go = async (language: 'python'|'shell', script: string, timeoutMs=5000) => {
  const t=performance.now(); let max=0; const timer=setInterval(()=>{max=Math.max(max,process.memoryUsage().rss)},50);
  let r; try { r = await sandbox.run({tenantId:'t', language, script, files, timeoutMs}, new AbortController().signal); } catch(e:any) { r = `${e.code} ${e.message} ${e.cause}`; }
  clearInterval(timer);
  console.log(script.slice(0,70), Math.round(performance.now()-t), Math.round(max/1e6)+' MB', typeof r==='string'?r:JSON.stringify({...r, stdout:r.stdout.slice(0,150), stderr:r.stderr.slice(-250), changed:[...r.changed].map(([n,b])=>[n,b.length]).slice(0,5)}));
};
const all: ['python'|'shell', string, number?][] = JSON.parse(process.argv[2]!);
for (const [l,s,t] of all) await go(l,s,t);
await sandbox.close();
const c0=process.cpuUsage(); await new Promise(r=>setTimeout(r,1000)); const c=process.cpuUsage(c0); console.log('cpu after', (c.user+c.system)/1e6, process.memoryUsage().rss/1e6);
