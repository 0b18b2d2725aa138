import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Config, configElementId } from '../../src/config'
import { type ServerConfig, superusersNeedSecondFactor } from '../config'

export const browserConfig = (config: ServerConfig): Config => ({
  productName: config.PRODUCT_NAME,
  apiUrl: config.API_URL ?? '/api',
  authUrl: config.SUPABASE_URL
    ? `${config.SUPABASE_URL}/auth/v1`
    : config.API_URL
      ? new URL('/auth/v1', config.API_URL).href
      : '/auth/v1',
  authKey: config.SUPABASE_ANON_KEY ?? '',
  superusersNeedSecondFactor: superusersNeedSecondFactor(config),
  // Another API has its own keys, unknown here.
  canInvite: Boolean(config.API_URL) || config.INVITES,
  hasDemo: config.DEMO && !config.API_URL && !config.SUPABASE_URL,
  mainDomain: config.MAIN_DOMAIN ?? null,
  ...(config.MAP_TILES && { map: { tiles: config.MAP_TILES, attribution: config.MAP_ATTRIBUTION } }),
})

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

export const renderPage = (template: string, config: ServerConfig): string => {
  // "</script>" inside a data block would end it.
  const json = JSON.stringify(browserConfig(config)).replaceAll('<', '\\u003c')
  const block = `<script type="application/json" id="${configElementId}">`
  return template
    .replace(`${block}</script>`, () => `${block}${json}</script>`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(config.PRODUCT_NAME)}</title>`)
}

export const readBuiltPage = async (webRoot: string, config: ServerConfig): Promise<string> =>
  renderPage(await readFile(path.join(webRoot, 'index.html'), 'utf8'), config)
