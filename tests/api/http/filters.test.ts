import { product } from '../../../server/product'
import { testFilters } from './support/testFilters'

testFilters(product)
