import { product } from '../../../server/product'
import { describeEveryEntity } from '../../../testing'
import { samples } from './support/samples'

describeEveryEntity(product, { samples, only: ['imports'] })
