/** `h5p.json`: the content type that plays it must be in the package, for nothing is fetched from elsewhere. */
import type { Manifest } from './manifest.ts'
import { Unfit } from './unfit.ts'

interface Dependency {
  readonly machineName: string
  readonly majorVersion: number
  readonly minorVersion: number
}

function dependencyOf(value: unknown): Dependency {
  const { machineName, majorVersion, minorVersion } = (value ?? {}) as Record<string, unknown>
  const isKnown = typeof machineName === 'string' && /^[\w.-]{1,100}$/.test(machineName)
  if (!isKnown || Number.isNaN(Number(majorVersion)) || Number.isNaN(Number(minorVersion)))
    throw new Unfit('manifest-unreadable', 'h5p.json')
  return { machineName, majorVersion: Number(majorVersion), minorVersion: Number(minorVersion) }
}

export function readH5p(bytes: Buffer, paths: ReadonlySet<string>): Manifest {
  let json: Record<string, unknown>
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, '')) as Record<string, unknown>
  } catch {
    throw new Unfit('manifest-unreadable', 'h5p.json')
  }
  const { title, mainLibrary, preloadedDependencies } = json
  if (!Array.isArray(preloadedDependencies)) throw new Unfit('manifest-unreadable', 'h5p.json')
  const needed = preloadedDependencies.map(dependencyOf)
  const libraryOf = ({ machineName, majorVersion, minorVersion }: Dependency) =>
    [`${machineName}-${majorVersion}.${minorVersion}`, machineName].find((name) => paths.has(`${name}/library.json`))
  const missing = needed.find((dependency) => libraryOf(dependency) === undefined)
  if (missing) throw new Unfit('h5p-libraries-missing', missing.machineName)
  if (!needed.some(({ machineName }) => machineName === mainLibrary)) throw new Unfit('no-launchable-unit')
  if (!paths.has('content/content.json')) throw new Unfit('launch-file-missing', 'content/content.json')
  const name = typeof title === 'string' && title.trim() !== '' ? title.trim() : String(mainLibrary)
  const facts = { mainLibrary, isVersioned: needed.every((one) => libraryOf(one)?.includes('-')) }
  const unit = { identifier: 'content', title: name, href: 'content/content.json', parentPosition: null, facts: {} }
  return { kind: 'h5p', title: name, units: [unit], facts }
}
