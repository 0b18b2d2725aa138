import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { ServerConfig } from '../config'
import { browserConfig } from './page'

const originOf = (address: string): string[] => (URL.canParse(address) ? [new URL(address).origin] : [])

/**
 * Allows inline styles, which Emotion and sonner write at run time. Pictures come from here
 * (docs/decisions/0011-pictures-are-kept-here.md).
 */
export const securityHeaders = (config: ServerConfig) => {
  const { apiUrl, authUrl } = browserConfig(config)
  const secure = secureHeaders({
    // Stored files have a stricter policy.
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...originOf(apiUrl), ...originOf(config.MAP_TILES ?? '')],
      connectSrc: ["'self'", ...originOf(apiUrl), ...originOf(authUrl)],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
    xFrameOptions: 'DENY',
    // Never for plain http, which local addresses use, nor for subdomains, which others may own.
    strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:') ? 'max-age=31536000' : false,
    crossOriginEmbedderPolicy: false,
  })
  const headers: MiddlewareHandler = async (c, next) => {
    await secure(c, next)
    // X-Frame-Options cannot name sites, so pages that some sites may frame drop it.
    const ancestors = /frame-ancestors ([^;]+)/.exec(c.res.headers.get('Content-Security-Policy') ?? '')?.[1]
    if (ancestors && ancestors !== "'none'") c.res.headers.delete('X-Frame-Options')
  }
  return headers
}
