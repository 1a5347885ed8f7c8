/** `cmi5.xml`, the course structure of cmi5, and `tincan.xml`, what packages that speak xAPI bring. */
import { type Manifest, type ManifestUnit, type UnitFacts, unitsMax } from './manifest.ts'
import { Unfit } from './unfit.ts'
import { childOf, childrenOf, readXml, textAt, type XmlNode } from './xml.ts'

const moveOns = ['Passed', 'Completed', 'CompletedAndPassed', 'CompletedOrPassed', 'NotApplicable']

/** Titles come in languages: Chinese first, else the first. */
function inWords(node: XmlNode | undefined): string {
  const texts = childrenOf(node, 'langstring')
  return (texts.find(({ attributes }) => /^zh/i.test(attributes.lang ?? '')) ?? texts[0])?.text ?? node?.text ?? ''
}

function auFacts(au: XmlNode): UnitFacts {
  const { moveOn = 'NotApplicable', masteryScore, launchMethod = 'AnyWindow', id = '' } = au.attributes
  if (!moveOns.includes(moveOn)) throw new Unfit('manifest-unreadable', `moveOn="${moveOn}"`)
  const mastery = masteryScore === undefined ? undefined : Number(masteryScore)
  if (mastery !== undefined && !(mastery >= 0 && mastery <= 1))
    throw new Unfit('manifest-unreadable', `masteryScore="${masteryScore}"`)
  const launchParameters = textAt(au, 'launchParameters')
  const entitlementKey = textAt(au, 'entitlementKey')
  return {
    moveOn,
    launchMethod,
    activityId: id,
    ...(mastery !== undefined && { scaledPassingScore: mastery }),
    ...(launchParameters !== '' && { launchParameters }),
    ...(entitlementKey !== '' && { entitlementKey }),
  }
}

export function readCmi5(bytes: Buffer): Manifest {
  const root = readXml(bytes, 'cmi5.xml')
  const course = childOf(root, 'course')
  if (root.name !== 'courseStructure' || !course?.attributes.id) throw new Unfit('manifest-unreadable', 'cmi5.xml')
  const units: ManifestUnit[] = []
  const walk = (nodes: readonly XmlNode[], parentPosition: number | null) => {
    for (const node of nodes) {
      if (node.name !== 'au' && node.name !== 'block') continue
      if (units.length >= unitsMax) throw new Unfit('manifest-too-large', String(unitsMax))
      const identifier = node.attributes.id ?? ''
      if (identifier === '') throw new Unfit('manifest-unreadable', 'id')
      const isUnit = node.name === 'au'
      const href = isUnit ? textAt(node, 'url') : ''
      const position = units.length
      const facts = isUnit ? auFacts(node) : { activityId: identifier }
      const title = inWords(childOf(node, 'title')) || identifier
      units.push({ identifier, title, href: href === '' ? null : href, parentPosition, facts })
      walk(node.children, position)
    }
  }
  walk(root.children, null)
  return { kind: 'cmi5', title: inWords(childOf(course, 'title')), units, facts: { courseId: course.attributes.id } }
}

/** Activities that can be launched; the course itself is usually the first and only one. */
export function readTincan(bytes: Buffer): Manifest {
  const root = readXml(bytes, 'tincan.xml')
  const activities = childrenOf(childOf(root, 'activities'), 'activity')
  const launched = activities.filter((activity) => textAt(activity, 'launch') !== '')
  const units = launched.slice(0, unitsMax).map(
    (activity): ManifestUnit => ({
      identifier: activity.attributes.id ?? '',
      title: inWords(childOf(activity, 'name')) || (activity.attributes.id ?? ''),
      href: textAt(activity, 'launch'),
      parentPosition: null,
      facts: { activityId: activity.attributes.id ?? '' },
    }),
  )
  if (units.some(({ identifier }) => identifier === '')) throw new Unfit('manifest-unreadable', 'tincan.xml')
  return { kind: 'xapi', title: units[0]?.title ?? '', units, facts: {} }
}
