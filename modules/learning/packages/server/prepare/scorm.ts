/** `imsmanifest.xml`: SCORM 1.2, and 2004 in its editions. */

import { durationMs } from '../runtime/scorm-data.ts'
import { type Manifest, type ManifestUnit, type UnitFacts, unitsMax } from './manifest.ts'
import { resolveReference } from './paths.ts'
import { sequencingOf } from './sequencing.ts'
import { Unfit } from './unfit.ts'
import { childOf, childrenOf, readXml, textAt, type XmlNode } from './xml.ts'

function versionOf(manifest: XmlNode): 'scorm-1.2' | 'scorm-2004' {
  const said = textAt(manifest, 'metadata', 'schemaversion')
  if (/^1\.2/.test(said)) return 'scorm-1.2'
  if (/2004|1\.3/.test(said)) return 'scorm-2004'
  const namespaces = Object.values(manifest.attributes).join(' ')
  if (/adlcp_rootv1p2|imscp_rootv1p1p2/.test(namespaces)) return 'scorm-1.2'
  if (/adlcp_v1p3|imscp_v1p1/.test(namespaces)) return 'scorm-2004'
  // Packages of the first years say nothing; what they hold is 1.2.
  if (said === '') return 'scorm-1.2'
  throw new Unfit('version-unsupported', said)
}

interface Resource {
  readonly href: string
  readonly isAsset: boolean
}

function resourcesOf(manifest: XmlNode): ReadonlyMap<string, Resource> {
  const root = manifest.attributes.base ?? ''
  const resources = childOf(manifest, 'resources')
  const shared = resources?.attributes.base ?? ''
  return new Map(
    childrenOf(resources, 'resource').map(({ attributes }) => {
      const { identifier = '', href = '', base = '' } = attributes
      const type = attributes.scormtype ?? attributes.scormType ?? ''
      const path = href === '' ? '' : reference(root, shared, base, href)
      return [identifier, { href: path, isAsset: type.toLowerCase() === 'asset' }]
    }),
  )
}

function reference(...parts: readonly string[]): string {
  try {
    return resolveReference(...parts.map((part) => part.replaceAll('\\', '/')))
  } catch {
    throw new Unfit('path-unsafe', parts.join(''))
  }
}

function withParameters(href: string, parameters: string): string {
  if (href === '' || parameters === '') return href
  if (parameters.startsWith('#')) return href + parameters
  const query = parameters.replace(/^[?&]+/, '')
  return `${href}${href.includes('?') ? '&' : '?'}${query}`
}

function numberIn(text: string, low: number, high: number): number | undefined {
  const value = text === '' ? Number.NaN : Number(text)
  return value >= low && value <= high ? value : undefined
}

/** The primary objective's measure, where reaching it satisfies (imsss). */
function passingScore(item: XmlNode): number | undefined {
  const primary = childOf(childOf(childOf(item, 'sequencing'), 'objectives'), 'primaryObjective')
  if (primary?.attributes.satisfiedByMeasure !== 'true') return undefined
  return numberIn(textAt(primary, 'minNormalizedMeasure') || '1', -1, 1)
}

function defined<T extends object>(facts: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<T>
}

/** From the fourth edition on the progress decides only where that is said; before, the number alone said it. */
function completionThreshold(item: XmlNode): number | undefined {
  const threshold = childOf(item, 'completionThreshold')
  const { completedByMeasure, minProgressMeasure } = threshold?.attributes ?? {}
  if (completedByMeasure === undefined) return numberIn(minProgressMeasure ?? threshold?.text ?? '', 0, 1)
  return completedByMeasure === 'true' ? numberIn(minProgressMeasure ?? '1', 0, 1) : undefined
}

function factsOf(item: XmlNode, resource: Resource | undefined): UnitFacts {
  const sequencing = childOf(item, 'sequencing')
  const controls = childOf(sequencing, 'deliveryControls')
  const limits = childOf(sequencing, 'limitConditions')?.attributes ?? {}
  return defined({
    ...(resource?.isAsset && { isAsset: true as const }),
    ...(controls?.attributes.completionSetByContent === 'true' && { isCompletionItsOwn: true as const }),
    ...(item.attributes.isvisible === 'false' && { isHidden: true as const }),
    masteryScore: numberIn(textAt(item, 'masteryscore'), 0, 100),
    scaledPassingScore: passingScore(item),
    completionThreshold: completionThreshold(item),
    dataFromLms: textAt(item, 'datafromlms') || textAt(item, 'dataFromLMS'),
    maxTimeAllowed: textAt(item, 'maxtimeallowed') || limits.attemptAbsoluteDurationLimit,
    timeLimitAction: textAt(item, 'timelimitaction') || textAt(item, 'timeLimitAction'),
  }) as UnitFacts
}

function unitsOf(organization: XmlNode, resources: ReadonlyMap<string, Resource>): ManifestUnit[] {
  const units: ManifestUnit[] = []
  const walk = (items: readonly XmlNode[], parentPosition: number | null) => {
    for (const item of items) {
      if (units.length >= unitsMax) throw new Unfit('manifest-too-large', String(unitsMax))
      const { identifier = '', identifierref = '', parameters = '' } = item.attributes
      const resource = resources.get(identifierref)
      const href = withParameters(resource?.href ?? '', parameters)
      const title = textAt(item, 'title') || identifier || String(units.length + 1)
      const position = units.length
      units.push({ identifier, title, href: href === '' ? null : href, parentPosition, facts: factsOf(item, resource) })
      walk(childrenOf(item, 'item'), position)
    }
  }
  walk(childrenOf(organization, 'item'), null)
  return units
}

/** The typical learning time in a node's metadata (IEEE LOM, and its forerunner of SCORM 1.2); 0 without one. */
function typicalMs(node: XmlNode | undefined): number {
  const find = (at: XmlNode, name: string): XmlNode | undefined => {
    if (at.name.toLowerCase() === name) return at
    for (const child of at.children) {
      const found = find(child, name)
      if (found) return found
    }
    return undefined
  }
  const metadata = childOf(node, 'metadata')
  const time = metadata && find(metadata, 'typicallearningtime')
  return durationMs(time?.children.map(({ text }) => text).find((text) => text !== '') ?? time?.text)
}

/** Longer than that is a slip of whoever wrote it. */
const typicalMsMax = 1000 * 3_600_000

/** Of the package, else of its organization, else of its items together. */
function typicalTime(manifest: XmlNode, organization: XmlNode): number | undefined {
  const sumOf = (node: XmlNode): number =>
    childrenOf(node, 'item').reduce((sum, item) => sum + (typicalMs(item) || sumOf(item)), 0)
  const said = typicalMs(manifest) || typicalMs(organization) || sumOf(organization)
  return said > 0 && said <= typicalMsMax ? said : undefined
}

export function readScorm(bytes: Buffer): Manifest {
  const manifest = readXml(bytes, 'imsmanifest.xml')
  if (manifest.name !== 'manifest') throw new Unfit('manifest-unreadable', 'imsmanifest.xml')
  const kind = versionOf(manifest)
  const organizations = childOf(manifest, 'organizations')
  const all = childrenOf(organizations, 'organization')
  const organization = all.find((one) => one.attributes.identifier === organizations?.attributes.default) ?? all[0]
  if (!organization) throw new Unfit('no-launchable-unit')
  const units = unitsOf(organization, resourcesOf(manifest))
  const sequencing = kind === 'scorm-2004' ? sequencingOf(manifest, organization) : undefined
  const facts = sequencing ? { sequencing } : {}
  return { kind, title: textAt(organization, 'title'), units, facts, typicalMs: typicalTime(manifest, organization) }
}
