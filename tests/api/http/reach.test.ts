import { product } from '../../../server/product'
import { testReach } from './support/testReach'

await testReach(product)
