/**
 * The sequencing of SCORM 2004 (imsss, adlseq, adlnav) as scorm-again takes it: a tree of activities with what rules them. Packages
 * whose manifest rules nothing have none: their units are opened freely.
 */
import { childOf, childrenOf, textAt, type XmlNode } from './xml.ts'

type Settings = Readonly<Record<string, unknown>>

export interface SequencedActivity extends Settings {
  readonly id: string
  readonly title: string
  readonly children: readonly SequencedActivity[]
}

/** A number, a truth, or the word itself. */
function plainValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

function picked(node: XmlNode | undefined, names: readonly string[]): Settings {
  const attributes = node?.attributes ?? {}
  return Object.fromEntries(
    names.filter((name) => attributes[name] !== undefined).map((name) => [name, plainValue(attributes[name] ?? '')]),
  )
}

function withoutEmpty(settings: Settings): Settings {
  const isEmpty = (value: unknown) =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => !isEmpty(value)))
}

const controlNames = [
  'choice',
  'choiceExit',
  'flow',
  'forwardOnly',
  'useCurrentAttemptObjectiveInfo',
  'useCurrentAttemptProgressInfo',
]

function controlsOf(sequencing: XmlNode | undefined): Settings {
  const random = childOf(sequencing, 'randomizationControls')
  return {
    ...picked(childOf(sequencing, 'controlMode'), controlNames),
    ...picked(childOf(sequencing, 'constrainedChoiceConsiderations'), ['preventActivation', 'constrainChoice']),
    ...picked(childOf(sequencing, 'rollupRules'), [
      'rollupObjectiveSatisfied',
      'rollupProgressCompletion',
      'objectiveMeasureWeight',
    ]),
    ...picked(random, ['randomizationTiming', 'selectCount', 'selectionTiming']),
    ...(random?.attributes.reorderChildren === 'true' && { randomizeChildren: true, reorderChildren: true }),
    ...picked(childOf(sequencing, 'deliveryControls'), ['tracked', 'completionSetByContent', 'objectiveSetByContent']),
  }
}

function conditionsOf(conditions: XmlNode | undefined, name: string): readonly Settings[] {
  return childrenOf(conditions, name).map(({ attributes }) => {
    const { condition = 'always', operator, referencedObjective, measureThreshold } = attributes
    return withoutEmpty({
      condition,
      operator: operator === 'not' ? 'not' : undefined,
      referencedObjective,
      parameters: measureThreshold === undefined ? undefined : { threshold: Number(measureThreshold) },
    })
  })
}

function rulesOf(sequencing: XmlNode | undefined): Settings {
  const rules = childOf(sequencing, 'sequencingRules')
  const ofKind = (name: string) =>
    childrenOf(rules, name).map((rule) => {
      const conditions = childOf(rule, 'ruleConditions')
      return {
        action: childOf(rule, 'ruleAction')?.attributes.action ?? '',
        conditionCombination: conditions?.attributes.conditionCombination ?? 'all',
        conditions: conditionsOf(conditions, 'ruleCondition'),
      }
    })
  return withoutEmpty({
    preConditionRules: ofKind('preConditionRule'),
    exitConditionRules: ofKind('exitConditionRule'),
    postConditionRules: ofKind('postConditionRule'),
  })
}

const considerations: Readonly<Record<string, string>> = {
  all: 'all',
  any: 'any',
  none: 'none',
  atLeastCount: 'atLeastCount',
  atLeastPercent: 'atLeastPercent',
}

function rollupOf(sequencing: XmlNode | undefined): Settings {
  const rules = childrenOf(childOf(sequencing, 'rollupRules'), 'rollupRule').map((rule) => {
    const conditions = childOf(rule, 'rollupConditions')
    return {
      action: childOf(rule, 'rollupAction')?.attributes.action ?? '',
      conditionCombination: conditions?.attributes.conditionCombination ?? 'any',
      consideration: considerations[rule.attributes.childActivitySet ?? 'all'] ?? 'all',
      ...picked(rule, ['minimumCount', 'minimumPercent']),
      conditions: conditionsOf(conditions, 'rollupCondition'),
    }
  })
  return rules.length === 0 ? {} : { rules }
}

const mapNames = [
  'readSatisfiedStatus',
  'readNormalizedMeasure',
  'writeSatisfiedStatus',
  'writeNormalizedMeasure',
  'readCompletionStatus',
  'writeCompletionStatus',
  'readProgressMeasure',
  'writeProgressMeasure',
  'readRawScore',
  'writeRawScore',
  'readMinScore',
  'writeMinScore',
  'readMaxScore',
  'writeMaxScore',
]

/** adlseq repeats objectives of imsss to add maps to them. */
function objectiveOf(objective: XmlNode, more: readonly XmlNode[]): Settings {
  const { objectiveID = '', satisfiedByMeasure } = objective.attributes
  const added = more.filter((one) => objectiveID !== '' && one.attributes.objectiveID === objectiveID)
  const maps = [objective, ...added].flatMap((one) => childrenOf(one, 'mapInfo'))
  const measure = textAt(objective, 'minNormalizedMeasure')
  return withoutEmpty({
    objectiveID,
    satisfiedByMeasure: satisfiedByMeasure === 'true',
    minNormalizedMeasure: measure === '' ? undefined : Number(measure),
    mapInfo: maps.map((map) => ({
      targetObjectiveID: map.attributes.targetObjectiveID ?? '',
      ...picked(map, mapNames),
    })),
  })
}

function objectivesOf(sequencing: XmlNode | undefined): Settings {
  const [own, ...others] = childrenOf(sequencing, 'objectives')
  const more = others.flatMap(({ children }) => children)
  const primary = childOf(own, 'primaryObjective')
  return {
    ...(primary && { primaryObjective: { ...objectiveOf(primary, more), isPrimary: true } }),
    objectives: childrenOf(own, 'objective').map((one) => objectiveOf(one, more)),
  }
}

function ruledBy(sequencing: XmlNode | undefined): Settings {
  const limits = picked(childOf(sequencing, 'limitConditions'), ['attemptLimit'])
  return withoutEmpty({
    ...limits,
    ...objectivesOf(sequencing),
    sequencingControls: controlsOf(sequencing),
    sequencingRules: rulesOf(sequencing),
    rollupRules: rollupOf(sequencing),
    rollupConsiderations: picked(childOf(sequencing, 'rollupConsiderations'), [
      'requiredForSatisfied',
      'requiredForNotSatisfied',
      'requiredForCompleted',
      'requiredForIncomplete',
      'measureSatisfactionIfActive',
    ]),
  })
}

/** What an activity says itself goes before what the collection says that it refers to. */
function sequencingOfItem(item: XmlNode, collections: ReadonlyMap<string, Settings>): Settings {
  const own = childOf(item, 'sequencing')
  return { ...collections.get(own?.attributes.IDRef ?? ''), ...ruledBy(own) }
}

function activityOf(item: XmlNode, collections: ReadonlyMap<string, Settings>): SequencedActivity {
  const hidden = childrenOf(childOf(childOf(item, 'presentation'), 'navigationInterface'), 'hideLMSUI')
  const threshold = childOf(item, 'completionThreshold')
  return {
    id: item.attributes.identifier ?? '',
    title: textAt(item, 'title'),
    ...(item.attributes.isvisible === 'false' && { isVisible: false }),
    ...(hidden.length > 0 && { hideLmsUi: hidden.map(({ text }) => text) }),
    ...withoutEmpty({
      completionThreshold: picked(threshold, ['completedByMeasure', 'minProgressMeasure', 'progressWeight']),
    }),
    ...sequencingOfItem(item, collections),
    children: childrenOf(item, 'item').map((child) => activityOf(child, collections)),
  }
}

const ruling = ['sequencingRules', 'rollupRules', 'attemptLimit', 'rollupConsiderations']
const steering = [
  'choice',
  'choiceExit',
  'flow',
  'forwardOnly',
  'preventActivation',
  'constrainChoice',
  'selectCount',
  'randomizeChildren',
]

function rules(activity: SequencedActivity): boolean {
  const controls = Object.keys((activity.sequencingControls ?? {}) as Settings)
  const isRuled =
    ruling.some((name) => activity[name] !== undefined) || controls.some((name) => steering.includes(name))
  return isRuled || activity.children.some(rules)
}

/** The tree of the organization; undefined where nothing in it would steer the learner. */
export function sequencingOf(manifest: XmlNode, organization: XmlNode): SequencedActivity | undefined {
  const collection = childOf(manifest, 'sequencingCollection')
  const collections = new Map(
    childrenOf(collection, 'sequencing').map((one) => [one.attributes.ID ?? '', ruledBy(one)] as const),
  )
  const root = activityOf(organization, collections)
  return rules(root) ? root : undefined
}
