import type { Zod } from '../field'
import type { CheckKey } from '../messages'
import { type CommonOptions, field, type Kind, type KindTraits, type Spelt } from './kind'
import { between } from './sqlChecks'

declare module '../field' {
  interface KindOptions {
    geo: object
  }
  interface KindValues {
    geo: GeoPoint
  }
}

/** Degrees (WGS 84), exact to 6 decimals: 11 centimetres. */
export interface GeoPoint {
  /** From -90 (south) to 90. */
  lat: number
  /** From -180 (west) to 180. */
  lng: number
}

/** `numeric` returns 6 decimals unchanged. */
const degrees = (z: Zod, most: number) =>
  z.number().check(
    z.overwrite(value => Number(value.toFixed(6))),
    z.gte(-most),
    z.lte(most),
  )

const geoTraits = {
  kind: 'geo',
  sort: 'none',
  filter: 'presence',
  csv: ({ lat, lng }) => `${lat}, ${lng}`,
} as const satisfies KindTraits<'geo'>

/** A place by latitude and longitude. */
export const geo = <const O extends CommonOptions<GeoPoint>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    geoTraits,
    z => z.strictObject({ lat: degrees(z, 90), lng: degrees(z, 180) }, { error: 'validation.geo' satisfies CheckKey }),
    {},
    options,
  )

export const geoKind = {
  about: 'A place by latitude and longitude in degrees, exact to 6 decimals.',
  traits: geoTraits,
  columns: () => [
    { suffix: '_lat', key: 'lat', type: 'numeric(8,6)', check: between(-90, 90) },
    { suffix: '_lng', key: 'lng', type: 'numeric(9,6)', check: between(-180, 180) },
  ],
  sample: (_, number) => ({ lat: 52.5 + (number % 1000) / 1000, lng: -13.404954 }),
} satisfies Kind<'geo'>
