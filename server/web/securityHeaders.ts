import { secureHeaders } from 'hono/secure-headers'
import type { ServerConfig } from '../config'
import { browserConfig } from './page'

const originOf = (address: string): string[] => (URL.canParse(address) ? [new URL(address).origin] : [])

/**
 * Headers for every answer. Scripts come only from this origin; styles may be inline, since Emotion and sonner write them
 * at run time; images may come from any https address, since logos and avatars do.
 */
export const securityHeaders = (config: ServerConfig) => {
  const { apiUrl, authUrl } = browserConfig(config)
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'https:'],
      connectSrc: ["'self'", ...originOf(apiUrl), ...originOf(authUrl)],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
    xFrameOptions: 'DENY',
    // Plain http on a local address is the main job; a proxy that ends TLS adds HSTS (docs/deploying.md).
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
}
