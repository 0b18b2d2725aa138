import { product } from '../../../server/product'
import { testReach } from '../../../testing/testReach'

await testReach(product)
