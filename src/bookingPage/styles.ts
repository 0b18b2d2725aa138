import { readable } from './colors'

const light = {
  page: '#ffffff',
  soft: '#f4f5f4',
  text: '#16201c',
  muted: '#55625c',
  line: '#d5dcd8',
  control: '#7d8c86',
}
const dark = {
  page: '#121816',
  soft: '#1c2421',
  text: '#e8eeeb',
  muted: '#a7b5af',
  line: '#36423d',
  control: '#82958d',
}
const danger = { light: '#b3261e', dark: '#ffb4ab' }
const fallback = '#0b6b5d'

const scheme = (colors: typeof light, brand: string, red: string): string => {
  const rest = Object.entries(colors).map(([name, value]) => `--${name}:${value}`)
  const filled = readable(brand, '#ffffff')
  return `:root{${[...rest, `--brand:${filled}`, `--accent:${readable(readable(brand, colors.page), colors.soft)}`, `--danger:${red}`].join(';')}}`
}

export const stylesFor = (brandColor: string | null): string => {
  const brand = brandColor ?? fallback
  return `${scheme(light, brand, danger.light)}@media(prefers-color-scheme:dark){${scheme(dark, brand, danger.dark)}}${rules}`
}

const rules = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;display:flow-root;overflow-wrap:anywhere;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
#root{max-width:640px;margin:0 auto;padding:0 16px 48px}
header{display:flex;align-items:center;gap:12px;padding:12px 0;border-bottom:1px solid var(--line)}
header img{border-radius:8px;object-fit:contain;flex:none}
header .who{flex:1;min-width:0;display:flex;flex-direction:column;line-height:1.3}
header .who span{color:var(--muted);font-size:14px}
header .who a{color:inherit;text-decoration:none}
header>a{padding:8px 0}
h1{font-size:26px;line-height:1.2;margin:20px 0 8px}
h1:focus{outline:none}
h2{font-size:18px;margin:24px 0 8px}
h2 .onDay{display:block;font-weight:400;font-size:15px;color:var(--muted)}
a{color:var(--accent)}
p{margin:8px 0}
.intro{white-space:pre-line;color:var(--muted)}
.note,.optional{color:var(--muted);font-size:14px}
.price{color:var(--muted)}
.items,.times{list-style:none;padding:0;margin:12px 0}
.item{display:flex;gap:16px;align-items:flex-start;padding:14px;margin-bottom:12px;border:1px solid var(--line);border-radius:12px;color:inherit;text-decoration:none}
.item:hover,.time:hover{border-color:var(--accent);background:var(--soft)}
.item img{border-radius:8px;object-fit:cover;flex:none}
.itemText{display:flex;flex-direction:column;gap:2px;min-width:0}
.itemText strong{font-size:18px}
.about{color:var(--muted);font-size:15px;display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
.itemText .price{color:var(--accent);font-weight:600}
.picture{width:100%;height:auto;max-height:160px;object-fit:cover;border-radius:12px}
.back{display:inline-block;padding:8px 0;text-decoration:none}
fieldset.variants{border:0;padding:0;margin:16px 0}
legend,.measures label,.field label{font-weight:600}
.variants label{display:flex;gap:10px;align-items:center;min-height:48px;padding:8px 14px;margin-top:8px;border:1px solid var(--line);border-radius:10px;font-weight:400;cursor:pointer}
.variants label:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.variants label>*{min-width:0}
.variants .price{margin-inline-start:auto;text-align:end}
.people{display:flex;flex-wrap:wrap;gap:8px}
.people legend{margin-bottom:8px}
.people label{margin:0;max-width:100%;overflow-wrap:anywhere}
.people img{border-radius:50%;object-fit:cover;flex:none}
input[type=radio],input[type=checkbox]{width:24px;height:24px;flex:none;margin:0;accent-color:var(--brand)}
.part{border:1px solid var(--line);border-radius:12px;padding:4px 16px 12px;margin:16px 0;min-width:0}
.part legend{padding:0 6px}
.part .people{margin:8px 0}
.parts{list-style:none;padding:0;margin:12px 0}
.parts li{padding:8px 0;border-top:1px solid var(--line)}
.parts li>span{display:block;color:var(--muted)}
.parts s{color:var(--muted)}
.add,.remove{display:inline-block;padding:10px 0}
.adds{display:flex;flex-wrap:wrap;gap:0 16px}
.measures{display:flex;gap:16px;flex-wrap:wrap;margin:12px 0}
.measures label{display:flex;flex-direction:column;gap:4px;flex:1;min-width:130px}
input:not([type=radio]):not([type=checkbox]),select,textarea{width:100%;min-height:44px;padding:9px 12px;border:1px solid var(--control);border-radius:8px;background:var(--page);color:inherit;font:inherit}
[aria-invalid]{border-color:var(--danger)!important}
.field{margin:14px 0;display:block}
.field>label{display:block;margin-bottom:4px}
.check{display:flex!important;gap:10px;align-items:flex-start;font-weight:400!important;margin:14px 0;min-height:32px;cursor:pointer}
.error{color:var(--danger);font-size:14px;margin:4px 0 0}
.problem{border-left:4px solid var(--danger);padding:4px 12px;margin:16px 0;background:var(--soft)}
.good{border-left:4px solid var(--brand);padding:8px 12px;background:var(--soft)}
.when{display:flex;flex-wrap:wrap;gap:0 32px}
.calendar{flex:0 1 420px;min-width:min(300px,100%)}
.when>section{flex:1 1 280px;min-width:0;scroll-margin-top:8px}
.month{max-width:420px}
.monthHead{display:flex;align-items:center;justify-content:space-between}
.arrow{display:grid;place-items:center;width:44px;height:44px;font-size:26px;line-height:1;text-decoration:none;border-radius:50%}
.month table{width:100%;border-collapse:collapse;table-layout:fixed;text-align:center}
.month th{font-weight:400;font-size:13px;color:var(--muted);padding:4px 0}
.month td{padding:2px;height:48px}
.month td>*{display:grid;place-items:center;width:100%;max-width:44px;height:44px;margin:0 auto;border-radius:50%}
.day{font-weight:600;text-decoration:none;background:var(--soft)}
.day.limited{text-decoration:underline dotted}
.day.full{background:none;color:var(--muted);font-weight:400;text-decoration:line-through}
.day.chosen{background:var(--brand);color:#fff}
.closed{color:var(--muted)}
[aria-busy=true]{opacity:.6}
.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(112px,1fr));gap:8px}
.problem .times{grid-template-columns:1fr}
.time{display:flex;flex-direction:column;align-items:center;justify-content:center;min-height:52px;padding:6px 8px;border:1px solid var(--accent);border-radius:10px;text-decoration:none;line-height:1.25}
.time span{color:var(--muted);font-size:13px}
.time.full{border-color:var(--line);color:var(--muted)}
.summary{background:var(--soft);border-radius:12px;padding:12px 16px;margin:12px 0}
.summary p{margin:2px 0}
.clock{display:flex;gap:12px;align-items:center;flex-wrap:wrap;min-height:40px;font-variant-numeric:tabular-nums}
.clock.over{color:var(--danger)}
button{min-height:44px;padding:9px 18px;border:1px solid var(--accent);border-radius:10px;background:none;color:var(--accent);font:inherit;font-weight:600;cursor:pointer}
button.primary{background:var(--brand);border-color:var(--brand);color:#fff}
form>button.primary{width:100%;min-height:52px;font-size:18px;margin-top:12px}
button[aria-disabled=true]{cursor:progress;opacity:.7}
.sending::before{content:"";display:inline-block;width:1em;height:1em;margin-inline-end:.6em;vertical-align:-.15em;border:2px solid;border-inline-end-color:transparent;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
button.danger{border-color:var(--danger);color:var(--danger)}
button.link{border:0;padding:4px 0;min-height:32px;font-weight:400;text-decoration:underline}
.actions{display:flex;gap:12px;flex-wrap:wrap}
details{border:1px solid var(--line);border-radius:10px;padding:0 14px;margin:12px 0}
summary{padding:12px 0;font-weight:600;cursor:pointer}
details[open]{padding-bottom:14px}
footer{margin-top:32px;border-top:1px solid var(--line)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.offscreen{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media(min-width:900px){#root{max-width:960px}main>*{max-width:640px}main>.when,main>section,main>details[open]:has(.when){max-width:none}.items{display:grid;grid-template-columns:1fr 1fr;gap:12px}.item{height:100%;margin:0}.picture{float:right;width:288px;max-height:216px;margin-left:24px}.picture~.measures,.picture~.variants{max-width:616px}.when{clear:both}}
@media(prefers-reduced-motion:reduce){.sending::before{animation-duration:4s}}
@media(prefers-reduced-motion:no-preference){.item,.time,button{transition:background .15s}}
`.replaceAll('\n', '')
