import { config } from './config'

const [origin = ''] = /^https?:\/\/[^/]+/.exec(config.apiUrl) ?? []

export const fileAddress = (url: string): string => origin + url
