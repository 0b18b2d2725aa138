import path from 'node:path'
import { createProduct, type TablesOf, type UndeclaredRow } from './serve'
import '../src/resources/checks'
import { resources as germanLabels } from '../src/i18n/de/resources'
import { type DeclaredResource, resources } from '../src/resources'
import { apiScopes } from '../src/resources/apiScopes'
import { eventCatalogue } from '../src/resources/eventCatalogue'
import { demo } from './demo/demo'
import * as subjects from './features'
import { ownColumns } from './features/caller'

declare module './serve' {
  interface Tables extends TablesOf<DeclaredResource> {
    allocations: UndeclaredRow
    eventClocks: UndeclaredRow
    variantResources: UndeclaredRow
    waitlistEntriesPreferredResourceIds: UndeclaredRow
  }
}

export const product = createProduct({
  resources,
  events: eventCatalogue,
  callerColumns: ownColumns,
  apiScopes,
  labels: [germanLabels],
  demo,
  subjects,
  migrations: path.join(import.meta.dirname, 'migrations'),
})
