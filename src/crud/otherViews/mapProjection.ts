import type { GeoPoint } from '../../schema'

/** Pixels of the world at a zoom level; level 0 is 256 wide (Web Mercator). */
export interface Pixel {
  x: number
  y: number
}

export const tileSize = 256
/** Shows single streets; few tile servers go further. */
export const maxZoom = 18

const width = (zoom: number): number => tileSize * 2 ** zoom

export const toPixel = ({ lat, lng }: GeoPoint, zoom: number): Pixel => {
  // The projection puts the poles at infinity.
  const sine = Math.sin((Math.min(85, Math.max(-85, lat)) * Math.PI) / 180)
  return {
    x: width(zoom) * (lng / 360 + 0.5),
    y: width(zoom) * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  }
}

export const toPoint = ({ x, y }: Pixel, zoom: number): GeoPoint => ({
  lng: (x / width(zoom) - 0.5) * 360,
  lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / width(zoom)))) * 180) / Math.PI,
})

export interface MapPlace {
  center: GeoPoint
  zoom: number
}

export const fitting = (points: readonly GeoPoint[], size: Pixel): MapPlace => {
  const at = points.map(point => toPixel(point, 0))
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const room = Math.min((size.x * 0.8) / Math.max(right - left, 1e-6), (size.y * 0.7) / Math.max(bottom - top, 1e-6))
  return {
    center: toPoint({ x: (left + right) / 2, y: (top + bottom) / 2 }, 0),
    zoom: Math.min(15, Math.max(1, Math.floor(Math.log2(room)))),
  }
}

export const metresPerPixel = ({ center, zoom }: MapPlace): number =>
  (40_075_017 * Math.cos((center.lat * Math.PI) / 180)) / width(zoom)

/** 1, 2 or 5 and zeros, up to `most` metres. */
export const roundLength = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(most))
  return [5, 2, 1].map(each => each * power).find(each => each <= most) ?? power
}

export interface Cluster<T> {
  x: number
  y: number
  members: T[]
}

export const clustered = <T extends Pixel>(places: readonly T[], apart: number): Cluster<T>[] => {
  const found: Cluster<T>[] = []
  for (const place of places) {
    const near = found.find(({ x, y }) => Math.hypot(x - place.x, y - place.y) < apart)
    if (near) near.members.push(place)
    else found.push({ x: place.x, y: place.y, members: [place] })
  }
  return found
}
