/** What a manifest rules is done by scorm-again's sequencing, with the tree that is made of it here. */
import type { Scorm2004API } from 'scorm-again'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ScoInput, scormManifest } from '#modules/learning/packages/server/archives.fixture.ts'
import { readScorm } from '#modules/learning/packages/server/prepare/scorm.ts'
import { asSuspended } from '#modules/learning/packages/web/player/sequence-state.ts'

let Api: typeof Scorm2004API
beforeAll(async () => {
  // The library is made for browsers: of their window it asks for nothing but that it is there.
  vi.stubGlobal('window', globalThis)
  const library = (await import('scorm-again/scorm2004')) as unknown as { Scorm2004API: typeof Scorm2004API }
  Api = library.Scorm2004API
})

const sco = (identifier: string, more = ''): ScoInput => ({
  identifier,
  title: identifier,
  href: `${identifier}.html`,
  more,
})
const control = (attributes: string) => `<imsss:sequencing><imsss:controlMode ${attributes}/></imsss:sequencing>`

function treeOf(items: readonly ScoInput[], ofOrganization = '') {
  const manifest = scormManifest('2004', '课', items).replace('</organization>', `${ofOrganization}</organization>`)
  return readScorm(Buffer.from(manifest)).facts.sequencing as { id: string } | undefined
}

const delivered: string[] = []
let ended: string | undefined
let choice: Readonly<Record<string, string>> = {}
beforeEach(() => {
  delivered.length = 0
  ended = undefined
})

function run(activityTree: { id: string } | undefined, state?: string) {
  if (!activityTree) throw new Error('the manifest rules nothing')
  const api = new Api({
    autocommit: false,
    logLevel: 'NONE',
    sequencing: {
      activityTree: activityTree as never,
      autoRollupOnCMIChange: true,
      eventListeners: {
        onActivityDelivery: ({ id }: { readonly id: string }) => void delivered.push(id),
        onNavigationValidityUpdate: (validity: { readonly choice: Readonly<Record<string, string>> }) => {
          choice = validity.choice
        },
        onSequencingSessionEnd: ({ reason }: { readonly reason: string }) => {
          ended = reason
        },
      },
    },
  })
  if (state !== undefined) api.deserializeSequencingState(state)
  /** A unit from its beginning to its end, which asks for something. */
  const study = (values: Readonly<Record<string, string>>, request: string) => {
    api.reset()
    api.lmsInitialize('')
    for (const [element, value] of Object.entries(values)) api.lmsSetValue(element, value)
    api.adl.nav.request = request
    api.lmsFinish('')
  }
  return { api, study }
}

const passed = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed' }
const failed = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' }

describe('the sequencing of a manifest', () => {
  it('is none where it rules nothing: units are opened freely', () => {
    const objectives =
      '<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="P" satisfiedByMeasure="true"/></imsss:objectives></imsss:sequencing>'
    expect(treeOf([sco('a', objectives), sco('b')])).toBeUndefined()
  })

  it('with flow alone leads forth and back, and lets nothing be chosen', () => {
    const { api, study } = run(treeOf([sco('a'), sco('b'), sco('c')], control('choice="false" flow="true"')))
    expect(api.processNavigationRequest('start')).toBe(true)
    expect(choice).toMatchObject({ a: 'false', b: 'false', c: 'false' })
    study(passed, 'continue')
    study(passed, 'previous')
    study({}, 'continue')
    study(passed, 'continue')
    expect(delivered).toEqual(['a', 'b', 'a', 'b', 'c'])
    study(passed, 'exitAll')
    expect(ended).toBe('exit_all')
    expect(api.getActivityTrackingData('O')).toMatchObject({ completionStatus: 'completed', successStatus: 'passed' })
  })

  it('forward only does not go back', () => {
    const { api, study } = run(treeOf([sco('a'), sco('b')], control('choice="false" flow="true" forwardOnly="true"')))
    api.processNavigationRequest('start')
    study(passed, 'continue')
    study(passed, 'previous')
    expect(delivered).toEqual(['a', 'b'])
  })

  it('keeps a unit closed until another is passed', () => {
    const before =
      '<imsss:objective objectiveID="before"><imsss:mapInfo targetObjectiveID="G" readSatisfiedStatus="true"/></imsss:objective>'
    const rule =
      '<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions conditionCombination="any">' +
      '<imsss:ruleCondition referencedObjective="before" operator="not" condition="satisfied"/></imsss:ruleConditions>' +
      '<imsss:ruleAction action="disabled"/></imsss:preConditionRule></imsss:sequencingRules>'
    const closed = `<imsss:sequencing>${rule}<imsss:objectives><imsss:primaryObjective objectiveID="own"/>${before}</imsss:objectives></imsss:sequencing>`
    const sharing =
      '<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="P"><imsss:mapInfo targetObjectiveID="G" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives></imsss:sequencing>'
    const { api, study } = run(treeOf([sco('a', sharing), sco('b', closed)], control('choice="true" flow="true"')))
    api.processNavigationRequest('start')
    study(failed, '{target=b}choice')
    expect(delivered).toEqual(['a'])
    expect(api.processNavigationRequest('choice', 'a')).toBe(true)
    study(passed, 'exit')
    expect(api.processNavigationRequest('choice', 'b')).toBe(true)
    expect(delivered).toEqual(['a', 'a', 'b'])
  })

  it('goes on where it was left: suspended, and also when the browser was killed', () => {
    const tree = treeOf([sco('a'), sco('b'), sco('c')], control('choice="false" flow="true"'))
    const { api, study } = run(tree)
    api.processNavigationRequest('start')
    study(passed, 'continue')
    api.reset()
    api.lmsInitialize('')
    const running = api.serializeSequencingState()
    expect(run(tree, running).api.processNavigationRequest('resumeAll')).toBe(false)
    const revived = run(tree, asSuspended(running))
    delivered.length = 0
    expect(revived.api.processNavigationRequest('resumeAll')).toBe(true)
    expect(delivered).toEqual(['b'])
    revived.study({}, 'suspendAll')
    const kept = revived.api.serializeSequencingState()
    expect(asSuspended(kept)).toBe(kept)
    const later = run(tree, kept)
    expect(later.api.processNavigationRequest('resumeAll')).toBe(true)
    later.study(passed, 'continue')
    expect(delivered).toEqual(['b', 'b', 'c'])
  })

  it('reads collections, and what an item says itself goes before them', () => {
    const collection =
      '<imsss:sequencingCollection><imsss:sequencing ID="C"><imsss:controlMode flow="true" choice="false"/><imsss:limitConditions attemptLimit="2"/></imsss:sequencing></imsss:sequencingCollection>'
    const items = [sco('a', '<imsss:sequencing IDRef="C"/>'), sco('b')]
    const manifest = scormManifest('2004', '课', items).replace('</manifest>', `${collection}</manifest>`)
    const tree = readScorm(Buffer.from(manifest)).facts.sequencing
    expect(tree).toMatchObject({
      children: [{ id: 'a', attemptLimit: 2, sequencingControls: { flow: true, choice: false } }, { id: 'b' }],
    })
  })

  it('reads rules of rollup, hidden buttons and randomization', () => {
    const more =
      '<imsss:sequencing><imsss:rollupRules rollupObjectiveSatisfied="false"><imsss:rollupRule childActivitySet="atLeastCount" minimumCount="1">' +
      '<imsss:rollupConditions><imsss:rollupCondition condition="completed"/></imsss:rollupConditions><imsss:rollupAction action="completed"/>' +
      '</imsss:rollupRule></imsss:rollupRules><imsss:randomizationControls selectCount="1" selectionTiming="once" reorderChildren="true"/></imsss:sequencing>' +
      '<adlnav:presentation xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3"><adlnav:navigationInterface><adlnav:hideLMSUI>previous</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>'
    expect(treeOf([sco('a', more)])).toMatchObject({
      children: [
        {
          hideLmsUi: ['previous'],
          rollupRules: {
            rules: [
              {
                action: 'completed',
                consideration: 'atLeastCount',
                minimumCount: 1,
                conditions: [{ condition: 'completed' }],
              },
            ],
          },
          sequencingControls: {
            rollupObjectiveSatisfied: false,
            selectCount: 1,
            selectionTiming: 'once',
            randomizeChildren: true,
          },
        },
      ],
    })
  })
})
