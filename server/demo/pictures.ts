import { storeFile } from '../serve'
import { box, type Drawing, ellipse, toPng, wave } from './drawing'

export interface Picture {
  drawing: Drawing
  alt: string
}

const stones: Drawing['shapes'] = [
  ['#B9D3CF', wave(0.72, 0.012, 0.45)],
  ['#9CC0BB', wave(0.82, 0.012, 0.6, 0.2)],
  ['#37474F', ellipse(0.66, 0.73, 0.3, 0.1)],
  ['#546E7A', ellipse(0.64, 0.56, 0.23, 0.09)],
  ['#78909C', ellipse(0.67, 0.41, 0.16, 0.075)],
  ['#90A4AE', ellipse(0.65, 0.29, 0.1, 0.055)],
]

const sauna: Drawing['shapes'] = [
  ...[0.12, 0.24, 0.36, 0.48].map(y => ['#B5713C', box(0, y, 2, y + 0.012)] as const),
  ['#8D4F24', box(0, 0.56, 1.34, 0.64)],
  ['#A8642F', box(0, 0.64, 1.34, 0.8)],
  ['#8D4F24', box(0, 0.8, 1.34, 0.87)],
  ['#3E2723', box(0.12, 0.5, 0.42, 1)],
  ...[0.17, 0.27, 0.37].map(x => ['#FF8A50', ellipse(x, 0.49, 0.055, 0.04)] as const),
  ['#FFCCAA', ellipse(0.22, 0.44, 0.05, 0.035)],
  ['#E0662F', ellipse(0.33, 0.44, 0.05, 0.035)],
]

const line = (left: number, top: number, right: number, bottom: number) =>
  ['#FFFFFF', box(left - 0.008, top - 0.008, right + 0.008, bottom + 0.008)] as const

const court: Drawing['shapes'] = [
  ['#1E5FA8', box(0.17, 0.17, 1.16, 0.83)],
  ...([0.17, 0.26, 0.74, 0.83] as const).map(y => line(0.17, y, 1.16, y)),
  ...([0.17, 1.16] as const).map(x => line(x, 0.17, x, 0.83)),
  ...([0.39, 0.94] as const).map(x => line(x, 0.26, x, 0.74)),
  line(0.39, 0.5, 0.94, 0.5),
  ['#0F2A47', box(0.655, 0.12, 0.675, 0.88)],
  ['#D9F03C', ellipse(0.86, 0.36, 0.032)],
]

const harbor: Drawing['shapes'] = [
  ['#FFE2A8', ellipse(0.5, 0.46, 0.24)],
  ['#0E7A6E', wave(0.52, 0.045, 0.5)],
  ['#0A5C53', wave(0.68, 0.045, 0.5, 0.22)],
  ['#08463F', wave(0.84, 0.045, 0.5, 0.05)],
]

export const pictures = {
  stones: {
    drawing: { ratio: 4 / 3, background: ['#E8F1EF', '#CFE0DD'], shapes: stones },
    alt: 'Four stones on water',
  },
  sauna: { drawing: { ratio: 4 / 3, background: ['#D9955A', '#C47F45'], shapes: sauna }, alt: 'A sauna of wood' },
  stove: { drawing: { ratio: 1, background: ['#D9955A', '#C47F45'], shapes: sauna }, alt: 'The stove of the sauna' },
  court: { drawing: { ratio: 4 / 3, background: ['#3E8E5A', '#2F7A4A'], shapes: court }, alt: 'A court from above' },
  halfCourt: {
    drawing: { ratio: 1, background: ['#3E8E5A', '#2F7A4A'], shapes: court },
    alt: 'Part of a court from above',
  },
  harbor: { drawing: { ratio: 1, background: ['#BFE5DC', '#8CCFC2'], shapes: harbor }, alt: 'The sun over waves' },
} satisfies Record<string, Picture>

const heightInPixels = 180

type Target = Parameters<typeof storeFile>

export const storePicture = async (trx: Target[0], tenantId: string, field: Target[2], { drawing, alt }: Picture) => ({
  ...(await storeFile(trx, tenantId, field, toPng(drawing, heightInPixels))),
  alt,
})
