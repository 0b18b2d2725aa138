/** @jsxImportSource preact */
import { hydrate } from 'preact'
import { App } from './App'
import type { PageData } from './pageData'
import { prefill } from './prefill'
import { tellHeight } from './tellParent'

const root = document.getElementById('root')
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as PageData | null
if (root && data) {
  prefill(data.business.slug)
  tellHeight(data.origins)
  hydrate(<App data={data} />, root)
}
