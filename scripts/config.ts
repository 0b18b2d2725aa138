import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Product } from '../server/crud/product'
import type { OwnColors } from '../src/theme/colors'

/** Paths are relative to `root`. */
export interface SlotwiseConfig {
  /** Defaults to the folder of `slotwise.config.ts`. */
  root: string
  /** Used unless the setting `PRODUCT_NAME` is set. */
  name: string
  description: string
  /** Exports the product's application (`defineProduct`) by default; loaded after sign-in. */
  web: string
  /** Exports the served `product` (`createProduct`). */
  server: string
  /** Plain JavaScript that the server runs in threads, as `path.join(import.meta.dirname, …)`. */
  threads?: readonly string[]
  /** A folder with a file per declaration. `slotwise migration` reports unregistered ones. */
  declarations?: string
  /** For pages that share nothing with the application, by manifest name. A single-file bundle is an `iife`. */
  scripts?: Readonly<Record<string, { file: string; format?: 'es' | 'iife' }>>
  /** Its default export shows the demo's accounts on the sign-in page. */
  demoAccounts?: string
  /** An SVG for favicon and sidebar. Its colors may be variables: `var(--primary, #0b6b5d)`. */
  logo?: string
  /** Overrides of `src/theme/colors.ts`. */
  colors?: OwnColors
}

type Given = Omit<SlotwiseConfig, 'root'> & Partial<Pick<SlotwiseConfig, 'root'>>

/** @example export default defineConfig({ name: 'Library', description: 'Books', web: 'web.tsx', server: 'server.ts' }) */
export const defineConfig = <T extends Given>(config: T): T => config

const fileName = 'slotwise.config.ts'

/** Reads the product in the working directory. @throws without one */
export const readConfig = async (folder = process.cwd()): Promise<SlotwiseConfig> => {
  const file = path.join(folder, fileName)
  if (!existsSync(file))
    throw new Error(
      `There is no ${fileName} in ${folder}. Go to the folder of a product, or make one: slotwise new NAME`,
    )
  const { default: config } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: Given }
  return { ...config, root: path.resolve(folder, config.root ?? '.') }
}

/** @throws if the server's module exports no product */
export const loadProduct = async ({ root, server, name }: SlotwiseConfig): Promise<Product> => {
  process.env.PRODUCT_NAME ||= name
  const { product } = (await import(/* @vite-ignore */ pathToFileURL(path.resolve(root, server)).href)) as {
    product?: Product
  }
  if (!product) throw new Error(`${server} exports no \`product\`.`)
  return product
}
