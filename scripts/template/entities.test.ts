import { describeEveryEntity } from 'slotwise/testing'
import { product } from './server'

describeEveryEntity(product)
