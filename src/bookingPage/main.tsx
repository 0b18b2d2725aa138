/** @jsxImportSource preact */
import { hydrate } from 'preact'
import { App } from './App'
import type { PageData } from './pageData'
import { tellHeight } from './tellParent'

const root = document.getElementById('root')
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as PageData | null
if (root && data) {
  hydrate(<App data={data} />, root)
  tellHeight(data.origins)
}
