/** Held by the shadow root alone: neither does the page change it, nor it the page. Constructed sheets need no `unsafe-inline`. */
export const STYLE = `
:host{all:initial;color-scheme:light dark;--ink:#1b1d21;--back:#fff;--soft:#f1f3f5;--line:#8a9099;--mark:#0b57d0;--on:#fff;
font:16px/1.5 system-ui,sans-serif;position:fixed;inset-block-end:1rem;inset-inline-end:1rem;z-index:2147483000}
@media (prefers-color-scheme:dark){:host{--ink:#e8eaed;--back:#1b1d21;--soft:#2a2d33;--mark:#a8c7fa;--on:#062e6f}}
*{box-sizing:border-box;font:inherit;color:inherit}
button{border:0;border-radius:.5rem;padding:.5rem 1rem;background:var(--brand,var(--mark));color:var(--on-brand,var(--on));cursor:pointer}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
.launch{border-radius:2rem;padding:.75rem 1.25rem;box-shadow:0 2px 8px #0006}
.panel{display:flex;flex-direction:column;inline-size:min(24rem,calc(100vw - 2rem));block-size:min(36rem,calc(100vh - 2rem));
background:var(--back);color:var(--ink);border:1px solid var(--line);border-radius:.75rem;box-shadow:0 4px 24px #0006}
[hidden]{display:none!important}
header{display:flex;align-items:center;gap:.5rem;padding:.75rem 1rem;border-block-end:1px solid var(--line)}
h2{flex:1;margin:0;font-weight:600}
.close{padding:.25rem .6rem}
.log{flex:1;overflow-y:auto;padding:1rem;display:flex;flex-direction:column;gap:1rem}
.you,.answer{padding:.5rem .75rem;border-radius:.5rem;overflow-wrap:anywhere}
.you{background:var(--soft);align-self:flex-end;white-space:pre-wrap}
.starters{display:flex;flex-wrap:wrap;gap:.5rem}
.starters button{background:none;color:var(--ink);border:1px solid var(--line);text-align:start}
.text{white-space:pre-wrap}
.who{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
strong,.label{font-weight:600}
small{font-size:.875rem;display:block}
a{color:var(--mark)}
li.document{list-style:none;margin-inline-start:-1.5rem}
.unchecked{text-decoration:underline dotted}
.unsupported{text-decoration:underline wavy}
ol{margin:.25rem 0 0;padding-inline-start:1.5rem}
form{display:flex;gap:.5rem;padding:.75rem 1rem;border-block-start:1px solid var(--line)}
textarea{flex:1;resize:none;padding:.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--back)}
`;
