import { product } from '../../../server/product'
import { testHiddenWrites } from '../../../testing/testHiddenWrites'

testHiddenWrites(product)
