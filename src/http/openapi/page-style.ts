/** Styles the page at /docs. Every colour has a contrast of at least 4.5 on both backgrounds. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#18181b);--raised:light-dark(#f4f4f5,#27272a);--text:light-dark(#18181b,#e4e4e7);
--quiet:light-dark(#52525b,#a1a1aa);--line:light-dark(#d4d4d8,#3f3f46);--accent:light-dark(#1d4ed8,#93c5fd);--good:light-dark(#166534,#86efac);--bad:light-dark(#b91c1c,#fca5a5)}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:var(--ground);color:var(--text);display:grid;grid-template-columns:minmax(16rem,22rem) minmax(0,1fr)}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[hidden]{display:none!important}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);font-size:.875rem}
nav ul{list-style:none;margin:0 0 .75rem;padding:0}
nav li a{display:flex;gap:.5rem;padding:.15rem .25rem;text-decoration:none;color:inherit;border-radius:.25rem;overflow-wrap:anywhere}
nav li a:hover{background:var(--raised)}
nav h2{font-size:.875rem;margin:.5rem 0 .25rem}
nav output{display:block;color:var(--quiet);min-height:1.5em}
main{padding:1rem 2rem 30vh;max-width:64rem;min-width:0}
.quiet{color:var(--quiet)}
code,pre,textarea{font:.85rem/1.45 ui-monospace,monospace}
pre{overflow:auto;max-height:32rem;background:var(--raised);padding:.75rem;border-radius:.4rem;margin:.25rem 0 1rem}
b.method{flex:none;width:3.6rem;font:600 .75rem/1.9 ui-monospace,monospace;color:var(--accent)}
b.method.delete{color:var(--bad)}
b.method.get{color:var(--good)}
details.operation{border-bottom:1px solid var(--line)}
summary{cursor:pointer;padding:.4rem 0}
details.operation>summary{display:flex;gap:.5rem;flex-wrap:wrap;align-items:baseline}
details.operation[open]>summary{font-weight:600}
.inside{padding:0 0 1rem 1rem;border-left:2px solid var(--line)}
table{border-collapse:collapse;width:100%;margin-bottom:1rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
thead th{color:var(--quiet);font-size:.8rem}
h3{margin:1rem 0 .25rem;font-size:1rem}
input,textarea,select{width:100%;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--quiet);border-radius:.3rem;padding:.35rem .5rem}
textarea{min-height:10rem;font:.85rem/1.45 ui-monospace,monospace}
button{font:inherit;color:var(--ground);background:var(--accent);border:0;border-radius:.3rem;padding:.35rem 1rem;cursor:pointer;margin:.5rem .5rem 0 0}
button.second{color:var(--accent);background:none;border:1px solid var(--accent)}
.try label{display:block;margin:.5rem 0 0}
.answer img{max-width:100%}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;max-height:60vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem}}
@media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`;
