import { product } from '../../../server/product'
import { testFilters } from '../../../testing/testFilters'

testFilters(product)
