import { type ComponentType, lazy } from 'react'

const Nothing = () => null

/** For what a page can do without: a connection that breaks while it loads must not take the page away. */
export const lazyExtra = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy<ComponentType<P>>(() => load().catch(() => ({ default: Nothing })))
