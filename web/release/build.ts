/** Which build of the client this page is, and which one the server has by now. */

const RELOADED_KEY = 'shuyuan.reloaded'

/** Empty in development, where no build has a name. */
export const buildOfPage = (): string => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''

/** The server's build, where it is another; nothing where it is this one or cannot be asked. */
export async function otherBuild(): Promise<string | undefined> {
  const own = buildOfPage()
  if (own === '') return undefined
  try {
    const answer = await fetch('/vue/build.json', { cache: 'no-store' })
    const { build } = (await answer.json()) as { build?: unknown }
    return typeof build === 'string' && build !== own ? build : undefined
  } catch {
    return undefined
  }
}

/**
 * Code of a screen could not be had. If an update has taken its place, the page starts again at the address that was to be opened,
 * once for each build: a server that goes on naming another build than it sends would start it for ever. Answers whether it does.
 */
export async function restartIfUpdated(): Promise<boolean> {
  const other = await otherBuild()
  if (other === undefined || sessionStorage.getItem(RELOADED_KEY) === other) return false
  sessionStorage.setItem(RELOADED_KEY, other)
  location.reload()
  return true
}
