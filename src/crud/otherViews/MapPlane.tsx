import Add from '@mui/icons-material/Add'
import Remove from '@mui/icons-material/Remove'
import IconButton from '@mui/material/IconButton'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { config } from '../../config'
import type { GeoPoint, Tone } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import styles from './map.module.css'
import {
  clustered,
  fitting,
  type MapPlace,
  maxZoom,
  metresPerPixel,
  type Pixel,
  roundLength,
  tileSize,
  toPixel,
  toPoint,
} from './mapProjection'
import { useMapPointers } from './useMapPointers'
import { useViewText } from './useViewText'

export interface MapMarker {
  id: string
  name: string
  tone: Tone | undefined
  at: GeoPoint
}

const openedHere = { isOpenedHere: true }

/** Pixels below which markers join. */
const apart = 44

interface LayerProps {
  place: MapPlace
  size: Pixel
}

const Tiles = ({ place: { center, zoom }, size, address }: LayerProps & { address: string }) => {
  const middle = toPixel(center, zoom)
  const corner = { x: middle.x - size.x / 2, y: middle.y - size.y / 2 }
  const count = 2 ** zoom
  const range = (from: number, length: number) => {
    const first = Math.floor(from / tileSize)
    return Array.from({ length: Math.floor((from + length) / tileSize) - first + 1 }, (_, index) => first + index)
  }
  const rows = range(corner.y, size.y).filter(row => row >= 0 && row < count)
  return rows.flatMap(row =>
    range(corner.x, size.x).map(column => {
      const parts: Readonly<Record<string, number>> = { z: zoom, x: ((column % count) + count) % count, y: row }
      return (
        <img
          key={`${zoom}/${column}/${row}`}
          src={address.replace(/\{([zxy])\}/g, (_, part: string) => String(parts[part]))}
          alt=""
          width={tileSize}
          height={tileSize}
          draggable={false}
          style={{ left: column * tileSize - corner.x, top: row * tileSize - corner.y }}
        />
      )
    }),
  )
}

const Scale = ({ place }: { place: MapPlace }) => {
  const { locale } = useDisplay()
  const perPixel = metresPerPixel(place)
  const length = roundLength(perPixel * 96)
  const [value, unit] = length >= 1000 ? [length / 1000, 'kilometer'] : [length, 'meter']
  return (
    <span className={styles.scale} style={{ width: length / perPixel }}>
      {new Intl.NumberFormat(locale, { style: 'unit', unit }).format(value)}
    </span>
  )
}

export const MapPlane = ({ markers }: { markers: readonly MapMarker[] }) => {
  const text = useViewText()
  const address = useFormAddress(useDeclaration())
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Pixel>({ x: 0, y: 0 })
  const [moved, setMoved] = useState<MapPlace | null>(null)
  useLayoutEffect(() => {
    const measure = () => setSize({ x: frame.current?.clientWidth ?? 0, y: frame.current?.clientHeight ?? 0 })
    measure()
    if (typeof ResizeObserver === 'undefined' || !frame.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  const points = markers.map(({ at }) => at)
  const place = moved ?? fitting(points, size)
  const middle = toPixel(place.center, place.zoom)
  /** About a fixed point, given from the map's middle. */
  const zoom = (by: number, about: Pixel = { x: 0, y: 0 }) => {
    const next = Math.min(maxZoom, Math.max(1, place.zoom + by))
    const fixed = toPixel(toPoint({ x: middle.x + about.x, y: middle.y + about.y }, place.zoom), next)
    setMoved({ center: toPoint({ x: fixed.x - about.x, y: fixed.y - about.y }, next), zoom: next })
  }
  const pan = ({ x, y }: Pixel) =>
    setMoved({ center: toPoint({ x: middle.x - x, y: middle.y - y }, place.zoom), zoom: place.zoom })
  const pointers = useMapPointers(frame, { pan, zoom })
  const shown = markers.map(marker => {
    const { x, y } = toPixel(marker.at, place.zoom)
    return { ...marker, x: x - middle.x + size.x / 2, y: y - middle.y + size.y / 2 }
  })
  return (
    <div ref={frame} className={styles.plane} data-plain={!config.map} {...pointers}>
      {size.x > 0 && config.map && <Tiles place={place} size={size} address={config.map.tiles} />}
      {size.x > 0 &&
        clustered(shown, place.zoom === maxZoom ? 0 : apart).map(({ x, y, members }) => {
          const [marker] = members
          const style = { left: x, top: y }
          if (!marker) return null
          return members.length > 1 ? (
            <button
              key={marker.id}
              type="button"
              className={styles.cluster}
              style={style}
              aria-label={`${members.map(({ name }) => name).join(', ')}: ${text('crud.map.zoomIn')}`}
              onClick={() =>
                setMoved(
                  fitting(
                    members.map(({ at }) => at),
                    size,
                  ),
                )
              }
            >
              {members.length}
            </button>
          ) : (
            <Link
              key={marker.id}
              to={address('edit', marker.id)}
              state={openedHere}
              className={styles.marker}
              data-tone={marker.tone}
              style={style}
              draggable={false}
            >
              <span>{marker.name}</span>
            </Link>
          )
        })}
      <div className={styles.controls}>
        <IconButton size="small" aria-label={text('crud.map.zoomIn')} onClick={() => zoom(1)}>
          <Add fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={text('crud.map.zoomOut')} onClick={() => zoom(-1)}>
          <Remove fontSize="small" />
        </IconButton>
      </div>
      <div className={styles.foot}>
        <Scale place={place} />
        {config.map && <span className={styles.attribution}>{config.map.attribution}</span>}
      </div>
    </div>
  )
}
