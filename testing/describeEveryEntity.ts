import { describe, vi } from 'vitest'
import type { Product } from '../server/crud/product'
import { addSamples, type OwnSamples } from './samples'
import { testAccess } from './testAccess'
import { type BadInputOptions, testBadInput } from './testBadInput'
import { testEvenness } from './testEvenness'
import { testFilters } from './testFilters'
import { testHiddenWrites } from './testHiddenWrites'
import { type ImportOptions, testImports } from './testImports'
import { testIsolation } from './testIsolation'
import { testOpenApi } from './testOpenApi'
import { testReach } from './testReach'
import { type ReadingOptions, testReading } from './testReading'
import { type RetryOptions, testRetries } from './testRetries'
import { testSearch } from './testSearch'
import { type TakeBackOptions, testTakeBack } from './testTakeBack'
import { type Translations, testTexts } from './testTexts'

const subjects = [
  'access',
  'isolation',
  'reach',
  'badInput',
  'evenness',
  'retries',
  'reading',
  'hiddenWrites',
  'filters',
  'search',
  'openApi',
  'takeBack',
  'imports',
] as const

/** What tests cannot derive from a product's declarations. */
export interface EveryEntityOptions {
  /** How to create records whose declarations do not say enough. */
  samples?: OwnSamples
  /** Reading calls that answer a bare array instead of a page of records. */
  bareArrays?: readonly string[]
  badInput?: BadInputOptions
  retries?: RetryOptions
  reading?: ReadingOptions
  takeBack?: TakeBackOptions
  imports?: ImportOptions
  /** In further languages, `{ de: german }`. A text missing for a declaration fails. */
  translations?: Translations
  /** Divides the subjects between files that run in parallel. */
  only?: readonly (typeof subjects)[number][]
}

/**
 * Tests what holds for every entity and call of a product, such as isolation of tenants, access and imports. Where a
 * test cannot derive a value, its message says where to give it.
 *
 * @example
 * import { describeEveryEntity } from 'slotwise/testing'
 * import { product } from '../server/product'
 *
 * describeEveryEntity(product)
 */
export const describeEveryEntity = (product: Product, options: EveryEntityOptions = {}): void => {
  const {
    samples = {},
    bareArrays = [
      'GET /users/me/invitations',
      'GET /tenants/{id}/record-counts',
      'GET /audit-log/actors',
      'GET /setup/templates',
    ],
  } = options
  addSamples(samples)
  vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 })
  const tests: Readonly<Record<(typeof subjects)[number], () => void | Promise<void>>> = {
    access: () => testAccess(product),
    isolation: () => testIsolation(product),
    reach: () => testReach(product),
    badInput: () => testBadInput(product, options.badInput),
    evenness: () => testEvenness(product, { bareArrays }),
    retries: () => testRetries(product, options.retries),
    reading: () => testReading(product, options.reading),
    hiddenWrites: () => testHiddenWrites(product),
    filters: () => testFilters(product),
    search: () => testSearch(product),
    openApi: () => testOpenApi(product),
    takeBack: () => testTakeBack(product, options.takeBack),
    imports: () => testImports(product, options.imports),
  }
  for (const subject of options.only ?? subjects) describe(subject, tests[subject])
  const { translations } = options
  if (translations) describe('texts', () => testTexts(product, translations))
}
