import { product } from '../../../server/product'
import { testTakeBack } from '../../../testing/testTakeBack'

testTakeBack(product)
