import { config } from './config'

const [origin = ''] = /^https?:\/\/[^/]+/.exec(config.apiUrl) ?? []

/** A stored file's URL at the API's host. */
export const fileAddress = (url: string): string => origin + url
