import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clustered,
  fitting,
  metresPerPixel,
  roundLength,
  toPixel,
  toPoint,
} from '../../../src/crud/otherViews/mapProjection'

const point = fc.record({
  lat: fc.double({ min: -84, max: 84, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('a map', () => {
  it('finds the place of a pixel that it gave to a place', () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 0, max: 18 }), ({ lat, lng }, zoom) => {
        const back = toPoint(toPixel({ lat, lng }, zoom), zoom)
        expect(back.lat).toBeCloseTo(lat, 6)
        expect(back.lng).toBeCloseTo(lng, 6)
      }),
    )
  })

  it('has all places in sight at first', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), points => {
        const size = { x: 900, y: 600 }
        const { center, zoom } = fitting(points, size)
        fc.pre(zoom > 1)
        const middle = toPixel(center, zoom)
        for (const each of points) {
          const { x, y } = toPixel(each, zoom)
          expect(Math.abs(x - middle.x)).toBeLessThanOrEqual(size.x / 2)
          expect(Math.abs(y - middle.y)).toBeLessThanOrEqual(size.y / 2)
        }
      }),
    )
  })

  it('draws to scale, with a round length', () => {
    // The tiles of OpenStreetMap: 156,543 m at the equator, half of it with each level.
    expect(metresPerPixel({ center: { lat: 0, lng: 0 }, zoom: 1 })).toBeCloseTo(78_271.5, 0)
    expect([730, 99, 20, 1.4].map(roundLength)).toEqual([500, 50, 20, 1])
  })

  it('joins places that would lie over each other, and loses none', () => {
    const places = [0, 10, 100].map(x => ({ x, y: 0 }))
    expect(clustered(places, 32).map(({ members }) => members.length)).toEqual([2, 1])
    expect(clustered(places, 0)).toHaveLength(3)
  })
})
