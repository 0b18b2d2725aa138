import type { Plugin, Rolldown } from 'vite'

/** Omits files that are already loaded from each piece's list, which halves it. */
export const shortPreloads = (): Plugin => {
  let bundle: Rolldown.OutputBundle = {}
  const loaded = new Map<string, Set<string>>()
  const add = (file: string, to: Set<string>): Set<string> => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || to.has(file)) return to
    to.add(file)
    for (const css of chunk.viteMetadata?.importedCss ?? []) to.add(css)
    for (const imported of chunk.imports) add(imported, to)
    return to
  }
  const loadedWith = (host: string): Set<string> => {
    const files = loaded.get(host) ?? add(host, new Set())
    loaded.set(host, files)
    return files
  }
  return {
    name: 'short-preloads',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, files, { hostId, hostType }) =>
            hostType === 'html' ? files : files.filter(file => !loadedWith(hostId).has(file)),
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler: (_, files) => {
        bundle = files
      },
    },
  }
}
