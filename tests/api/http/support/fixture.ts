import type { Product } from '../../../../server/crud/product'
import * as testing from '../../../../testing/api'
import { addSamples } from '../../../../testing/samples'
import { samples } from './samples'

export { type Answered, type LogLine, type Person, routesOf } from '../../../../testing/api'

addSamples(samples)

type Options = Omit<Parameters<typeof testing.openApi>[0], 'product'> & {
  /** Another product on the machine. */
  product?: Product
}

let count = 0

/** An API with what tests of the product add to it. */
export const forProduct = (api: testing.TestApi) => ({
  ...api,
  addChannel: (tenantId: string, values: object = {}) =>
    api.insert({ as: 'tenant', tenantId }, 'channels', {
      tenantId,
      name: `Channel ${++count}`,
      code: `channel-${count}`,
      ...values,
    }),
})

/** An API on a database of its own, as `testing/api.ts` opens it, of the product unless another is given. */
export const openApi = async ({ product, ...options }: Options = {}): Promise<TestApi> => {
  // Fetched by those that are about it: the tests of another product run without it.
  const own = product ?? (await import('../../../../server/product')).product
  return forProduct(await testing.openApi({ product: own, ...options }))
}

export type TestApi = ReturnType<typeof forProduct>
