import { config } from './config'

const [origin = ''] = /^https?:\/\/[^/]+/.exec(config.apiUrl) ?? []

/** The address of a stored file for the browser, from its path at the host of the API. */
export const fileAddress = (url: string): string => origin + url
