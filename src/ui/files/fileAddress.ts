import { config } from '../../config'

/** The address of a stored file for the browser, from its path below the API's base. */
export const fileAddress = (url: string): string => config.apiUrl + url
