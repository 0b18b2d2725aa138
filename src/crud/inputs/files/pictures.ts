/** In percent. */
export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

/** In pixels. */
const longestEdge = 1280

/** Best first. */
const typesFor = (type: string): readonly string[] => {
  if (type === 'image/jpeg') return ['image/jpeg']
  return type === 'image/png' ? ['image/png', 'image/webp', 'image/jpeg'] : ['image/webp', 'image/png', 'image/jpeg']
}

const toBlob = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise(resolve => canvas.toBlob(resolve, type, 0.85))

/** Redrawing would stop an animation. */
export const isAnimated = ({ type }: Blob): boolean => type === 'image/gif'

const load = async (address: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

/**
 * Crops, shrinks, and removes metadata, such as the location.
 *
 * @param maxBytes a target; else the smallest result wins
 * @throws if the browser cannot draw the picture
 */
export const redrawn = async (file: Blob, crop: Crop | null, maxBytes: number): Promise<Blob> => {
  const address = URL.createObjectURL(file)
  try {
    const image = await load(address)
    const part = crop ?? { x: 0, y: 0, width: 100, height: 100 }
    const [left, width] = [part.x, part.width].map(share => (share / 100) * image.naturalWidth) as [number, number]
    const [top, height] = [part.y, part.height].map(share => (share / 100) * image.naturalHeight) as [number, number]
    const scale = Math.min(1, longestEdge / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser cannot draw pictures.')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height)
    let smallest: Blob | null = null
    for (const type of typesFor(file.type)) {
      const blob = await toBlob(canvas, type)
      // Browsers write PNG for unknown types.
      if (blob?.type === type && blob.size <= maxBytes) return blob
      if (blob && (!smallest || blob.size < smallest.size)) smallest = blob
    }
    if (!smallest) throw new Error('This browser cannot write pictures.')
    return smallest
  } finally {
    URL.revokeObjectURL(address)
  }
}
