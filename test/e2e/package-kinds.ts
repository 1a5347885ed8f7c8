/** Packages for the journey: of each kind one that is studied to its end, with pages that speak for themselves. */
import { archiveOf, scormManifest } from '#modules/learning/packages/server/archives.fixture.ts'

const verb = (name: string) => `{ id: 'http://adlnet.gov/expapi/verbs/${name}', display: { en: '${name}' } }`

/** What a package's script reaches for outside of its own frame, and what it got: the name of what stopped it. */
const reaching = `
  const tries = {
    siteDocument: () => top.document.title,
    siteStorage: () => top.localStorage.length,
    siteAddress: () => top.location.href,
    cookies: () => document.cookie || null,
    leadAway: () => { top.location.href = 'about:blank#led-away'; return 'led away' },
    opener: () => opener,
    earlierStorage: () => localStorage.getItem('left-by-another'),
  }
  window.got = {}
  for (const [name, attempt] of Object.entries(tries)) {
    try { window.got[name] = attempt() ?? 'nothing' } catch (error) { window.got[name] = error.name }
  }
  try { localStorage.setItem('left-by-another', document.title); document.cookie = 'left-by-another=1; path=/' } catch {}
`

/** Uses xAPI with the parameters of its launch: a page that is completed by its button, and remembers what was typed. */
const xapiPage = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>xAPI</title>
<h1>xAPI</h1><label>笔记 <input id="note"></label><button id="finish">Finish</button><p id="said" role="status"></p><script>
  ${reaching}
  const given = new URLSearchParams(location.search)
  const actor = JSON.parse(given.get('actor'))
  const headers = { Authorization: given.get('auth'), 'X-Experience-API-Version': '1.0.3', 'Content-Type': 'application/json' }
  const object = { id: given.get('activity_id') }
  const state = given.get('endpoint') + 'activities/state?' + new URLSearchParams({
    stateId: 'note', activityId: object.id, agent: given.get('actor'), registration: given.get('registration') })
  const note = document.getElementById('note')
  const said = document.getElementById('said')
  fetch(state, { headers }).then(async (answer) => { if (answer.ok) note.value = (await answer.json()).note; said.textContent = 'ready' })
  note.onchange = () => fetch(state, { method: 'PUT', headers, body: JSON.stringify({ note: note.value }) }).then(({ status }) => { said.textContent = 'kept ' + status })
  document.getElementById('finish').onclick = () => fetch(given.get('endpoint') + 'statements', { method: 'POST', headers, body: JSON.stringify({
    actor, verb: ${verb('completed')}, object, result: { completion: true, score: { scaled: 0.9 } }, context: { registration: given.get('registration') } }) })
    .then(({ status }) => { said.textContent = 'completed ' + status })
</script></html>`

export const xapiPackage = (title: string) =>
  archiveOf({
    'tincan.xml': `<tincan xmlns="http://projecttincan.com/tincan.xsd"><activities><activity id="https://example.com/xapi" type="http://adlnet.gov/expapi/activities/course"><name>${title}</name><launch>xapi.html</launch></activity></activities></tincan>`,
    'xapi.html': xapiPage,
  })

/** An assignable unit: fetches its credentials, reads LMS.LaunchData, and says initialized, passed, completed, terminated. */
const cmi5Page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>cmi5</title>
<h1>cmi5</h1><button id="pass">Pass</button><button id="leave">Leave</button><p id="said" role="status"></p><script type="module">
  const given = new URLSearchParams(location.search)
  const said = document.getElementById('said')
  const actor = JSON.parse(given.get('actor'))
  const registration = given.get('registration')
  const object = { id: given.get('activityId') }
  const token = (await (await fetch(given.get('fetch'), { method: 'POST' })).json())['auth-token']
  const headers = { Authorization: 'Basic ' + token, 'X-Experience-API-Version': '1.0.3', 'Content-Type': 'application/json' }
  const agent = given.get('actor')
  const launchData = await (await fetch(given.get('endpoint') + 'activities/state?' + new URLSearchParams({
    stateId: 'LMS.LaunchData', activityId: object.id, agent, registration }), { headers })).json()
  const say = async (verb, more = {}) => {
    const context = structuredClone(launchData.contextTemplate)
    context.registration = registration
    context.contextActivities.category = [{ id: 'https://w3id.org/xapi/cmi5/context/categories/cmi5' },
      ...(more.result?.success === undefined && more.result?.completion === undefined ? [] : [{ id: 'https://w3id.org/xapi/cmi5/context/categories/moveon' }])]
    const statement = { id: crypto.randomUUID(), actor, verb, object, context, timestamp: new Date().toISOString(), ...more }
    const answer = await fetch(given.get('endpoint') + 'statements', { method: 'POST', headers, body: JSON.stringify(statement) })
    said.textContent = verb.display.en + ' ' + answer.status + ' ' + (answer.ok ? '' : await answer.text())
  }
  await say(${verb('initialized')})
  document.getElementById('pass').onclick = async () => {
    await say(${verb('completed')}, { result: { completion: true, duration: 'PT5S' } })
    await say(${verb('passed')}, { result: { success: true, score: { scaled: 0.95 }, duration: 'PT5S' } })
  }
  document.getElementById('leave').onclick = async () => {
    await say(${verb('terminated')}, { result: { duration: 'PT6S' } })
    location.href = launchData.returnURL
  }
</script></html>`

export const cmi5Package = (title: string) =>
  archiveOf({
    'cmi5.xml': `<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"><course id="https://example.com/cmi5"><title><langstring lang="zh-CN">${title}</langstring></title></course>
      <au id="https://example.com/cmi5/au" moveOn="CompletedAndPassed" masteryScore="0.8" launchMethod="AnyWindow"><title><langstring lang="zh-CN">${title}</langstring></title><url>au.html</url></au></courseStructure>`,
    'au.html': cmi5Page,
  })

const scoPage = (title: string) => `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${title}</title>
<h1>${title}</h1><p id="kept"></p><button id="note">Note</button><button id="pass">Pass</button><button id="on">On</button><script>
  let at = window
  while (!at.API_1484_11 && at.parent !== at) at = at.parent
  window.api = at.API_1484_11
  ${reaching}
  window.began = api.Initialize('')
  document.getElementById('kept').textContent = api.GetValue('cmi.suspend_data')
  document.getElementById('note').onclick = () => {
    api.SetValue('cmi.location', 'page-3')
    api.SetValue('cmi.suspend_data', 'answers=' + document.title)
    api.SetValue('cmi.exit', 'suspend')
    api.Commit('')
  }
  document.getElementById('pass').onclick = () => {
    api.SetValue('cmi.completion_status', 'completed')
    api.SetValue('cmi.success_status', 'passed')
    api.SetValue('cmi.score.scaled', '0.9')
    api.Commit('')
  }
  document.getElementById('on').onclick = () => {
    api.SetValue('adl.nav.request', 'continue')
    api.Terminate('')
  }
  window.addEventListener('pagehide', () => api.Terminate(''))
</script></html>`

/** Three units in a fixed order: only forward and back, and the second only when the first is passed. */
export function sequencedPackage(title: string, titles: readonly [string, string, string]): Buffer {
  const [first, second, third] = titles
  const ruled = `<imsss:sequencing><imsss:sequencingRules><imsss:preConditionRule>
    <imsss:ruleConditions conditionCombination="any"><imsss:ruleCondition referencedObjective="before" operator="not" condition="satisfied"/><imsss:ruleCondition referencedObjective="before" operator="not" condition="objectiveStatusKnown"/></imsss:ruleConditions>
    <imsss:ruleAction action="disabled"/></imsss:preConditionRule></imsss:sequencingRules>
    <imsss:objectives><imsss:primaryObjective objectiveID="own"/><imsss:objective objectiveID="before"><imsss:mapInfo targetObjectiveID="first-passed" readSatisfiedStatus="true" writeSatisfiedStatus="false"/></imsss:objective></imsss:objectives></imsss:sequencing>`
  const sharing = `<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="passed"><imsss:mapInfo targetObjectiveID="first-passed" readSatisfiedStatus="true" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives></imsss:sequencing>`
  const items = [
    { identifier: 'one', title: first, href: 'sco0.html', more: sharing },
    { identifier: 'two', title: second, href: 'sco1.html', more: ruled },
    { identifier: 'three', title: third, href: 'sco2.html' },
  ]
  const control = '<imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>'
  const manifest = scormManifest('2004', title, items).replace('</organization>', `${control}</organization>`)
  const names = [first, second, third].map((name, index) => [`sco${index}.html`, scoPage(name)] as const)
  return archiveOf({ 'imsmanifest.xml': manifest, ...Object.fromEntries(names) })
}
