/** The rules of the live form: its refusals, its payload, its closed fields, its buttons. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { buttonsOf, entryOf } from './buttons.ts'
import { closedFields, isPastDay, problemsOf } from './rules.ts'
import { type EditedLive, type LiveFormValues, newLive, payloadOf, valuesOf } from './values.ts'

const now = new Date(2026, 10, 21, 14, 30).getTime()
const filled: LiveFormValues = {
  ...newLive,
  subject: '新员工安全第一课',
  startTime: now + 3_600_000,
  liveMode: 2,
  shareScope: 1,
}
const keysOf = (change: Partial<LiveFormValues>) =>
  Object.fromEntries([...problemsOf({ ...filled, ...change }, now)].map(([field, { key }]) => [field, key]))

describe('the refusals of the form', () => {
  it('accepts a valid form', () => {
    expect(problemsOf(filled, now).size).toBe(0)
  })

  it('[LIVE-091] requires a name, and blanks are none', () => {
    expect(keysOf({ subject: '' })).toEqual({ subject: 'subjectNeeded' })
    expect(keysOf({ subject: '   ' })).toEqual({ subject: 'subjectNeeded' })
  })

  it.each([
    ['LIVE-092', 'subject', 100],
    ['LIVE-098', 'desc', 100],
    ['LIVE-099', 'lecturerDesc', 500],
  ] as const)('[%s] %s accepts %i characters, and refuses one more', (_, field, max) => {
    expect(keysOf({ [field]: '安'.repeat(max) })).toEqual({})
    expect(keysOf({ [field]: '😀'.repeat(max) })).toEqual({})
    expect(keysOf({ [field]: '安'.repeat(max + 1) })).toEqual({ [field]: 'tooLong' })
  })

  it('[LIVE-093] requires a start for a scheduled live session, and none for an immediate one', () => {
    expect(keysOf({ startTime: null })).toEqual({ startTime: 'startNeeded' })
    expect(keysOf({ startTime: null, type: 1 })).toEqual({})
  })

  it('[LIVE-094] refuses a start before today, and leaves earlier today to the server', () => {
    const midnight = new Date(2026, 10, 21).getTime()
    expect(keysOf({ startTime: midnight - 1 })).toEqual({ startTime: 'startPast' })
    expect(keysOf({ startTime: midnight })).toEqual({})
    expect([isPastDay(midnight - 1, now), isPastDay(midnight, now)]).toEqual([true, false])
  })

  it('[LIVE-096] requires mode, scope and execution mode', () => {
    expect(keysOf({ liveMode: null, shareScope: null, executionMode: null })).toEqual({
      liveMode: 'liveModeNeeded',
      shareScope: 'shareScopeNeeded',
      executionMode: 'executionModeNeeded',
    })
    expect(keysOf({ executionMode: 0 })).toEqual({})
  })

  it.each(['estimateDuration', 'planNumber'] as const)(
    '[LIVE-097] %s accepts at most 5 digits and nothing else',
    (field) => {
      for (const right of ['1', '90', '99999']) expect(keysOf({ [field]: right })).toEqual({})
      for (const wrong of ['12a', '123456', '-1', '1.5', '１２', '1 2', '1e3'])
        expect(keysOf({ [field]: wrong }), wrong).toEqual({ [field]: 'digits' })
    },
  )

  it('[LIVE-097] drops everything but digits', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const passes = keysOf({ planNumber: text }).planNumber === undefined
        expect(passes).toBe(text.trim() === '' || /^\d{1,5}$/.test(text.trim()))
      }),
    )
  })

  it('[LIVE-102] shows the problem of the first field first', () => {
    const problems = problemsOf({ ...newLive, estimateDuration: 'x' }, now)
    expect([...problems.keys()]).toEqual(['subject', 'startTime', 'liveMode', 'shareScope', 'estimateDuration'])
  })
})

describe('the defaults and the payload of the form', () => {
  it('90 minutes, and the default execution mode', async () => {
    await proves('LIVE-032', () => expect(newLive.estimateDuration).toBe('90'))
    await proves('LIVE-041', () => expect(newLive.executionMode).toBe(0))
  })

  it('[LIVE-039] holds these values', () => {
    // Besides those of the map: the kind of application, the lecturers, and the chosen audience (decision 111).
    const { type: _, lecturers: __, organizations: ___, members: ____, ...values } = newLive
    expect(Object.keys(values).sort()).toEqual(
      [
        ...['subject', 'startTime', 'liveMode', 'shareScope', 'executionMode', 'estimateDuration', 'planNumber'],
        ...['desc', 'lecturerDesc', 'cover', 'coverPath'],
      ].sort(),
    )
  })

  it('[LIVE-101] omits empty values except 0, sends numbers as numbers, and the start in milliseconds', () => {
    expect(payloadOf({ ...filled, subject: ' 安全第一课 ', planNumber: '0' }, 3)).toEqual({
      subject: '安全第一课',
      type: 2,
      startTime: now + 3_600_000,
      liveMode: 2,
      shareScope: 1,
      executionMode: 0,
      estimateDuration: 90,
      planNumber: 0,
      lecturerIds: [],
    })
  })

  it('[LIVE-101] never sends an empty value', () => {
    const text = fc.constantFrom('', ' ', '0', '7', '讲师')
    const values = fc.record({
      desc: text,
      lecturerDesc: text,
      cover: text,
      planNumber: fc.constantFrom('', '0', '12'),
      startTime: fc.option(fc.nat()),
    })
    fc.assert(
      fc.property(values, (change) => {
        for (const value of Object.values(payloadOf({ ...filled, ...change }, 3)))
          expect(value === '' || value === null || value === undefined).toBe(false)
      }),
    )
  })

  it('sends an immediate live session without a start', () => {
    expect(payloadOf({ ...filled, type: 1 }, 3)).not.toHaveProperty('startTime')
  })

  const live: EditedLive = {
    subject: '晨会',
    type: 2,
    startTime: now,
    estimateDuration: 30,
    planNumber: null,
    shareScope: 2,
    audience: null,
    executionMode: 1,
    desc: null,
    genseeDesc: null,
    lecturerDesc: '',
    lecturers: [],
    cover: null,
    coverPath: '',
    vhallExtendInfo: { liveMode: 3 },
  }

  it.each(['desc', 'genseeDesc'] as const)('[LIVE-031] shows the description from %s', (name) => {
    const shown = valuesOf({ ...live, [name]: '每周一次' })
    expect(shown).toMatchObject({ desc: '每周一次', liveMode: 3, estimateDuration: '30', planNumber: '' })
  })

  it('[LIVE-031] sends the description under the name of its family', () => {
    const sent = ([0, 3, 4] as const).map((supplier) => payloadOf({ ...filled, desc: '每周一次' }, supplier))
    expect(sent.map(({ desc, genseeDesc }) => [desc, genseeDesc])).toEqual([
      [undefined, '每周一次'],
      ['每周一次', undefined],
      [undefined, '每周一次'],
    ])
  })

  it('an unchanged form changes nothing', () => {
    const { vhallExtendInfo, genseeDesc: _, lecturers, ...same } = { ...live, desc: '每周一次', planNumber: 0 }
    const known = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== null && value !== ''))
    expect(payloadOf(valuesOf({ ...live, desc: '每周一次', planNumber: 0 }), 3)).toEqual({
      ...known,
      liveMode: vhallExtendInfo.liveMode,
      lecturerIds: lecturers,
    })
  })
})

describe('closed fields', () => {
  it('[LIVE-082] are all fields in view mode', () => {
    const closed = closedFields({ mode: 'view', status: 1, approval: false })
    const { coverPath: _, ...fields } = newLive
    expect([...closed].sort()).toEqual(Object.keys(fields).sort())
  })

  it('follow the status for mode and scope', async () => {
    const closedAt = (status: 0 | 1 | 2 | 3 | 4) => [...closedFields({ mode: 'edit', status, approval: false })]
    await proves('LIVE-085', () => {
      expect(closedAt(2)).toEqual(expect.arrayContaining(['liveMode', 'shareScope']))
      for (const status of [0, 1, 3, 4] as const) expect(closedAt(status)).not.toContain('shareScope')
    })
    await proves('LIVE-087', () => {
      for (const status of [1, 2, 3] as const) expect(closedAt(status)).toContain('liveMode')
    })
    await proves('LIVE-089', () => {
      for (const status of [0, 4] as const) expect(closedAt(status)).not.toContain('liveMode')
    })
    await proves('LIVE-083', () => {
      for (const status of [0, 1, 2, 3, 4] as const) {
        for (const field of ['subject', 'desc', 'lecturerDesc', 'planNumber', 'cover'])
          expect(closedAt(status)).not.toContain(field)
      }
    })
  })

  it('[LIVE-106] fix the type of a new live session to scheduled under approval', () => {
    expect(closedFields({ mode: 'detail', approval: true }).has('type')).toBe(true)
    expect(closedFields({ mode: 'detail', approval: false }).size).toBe(0)
  })
})

describe('offered buttons', () => {
  const without = { mode: 'detail', approval: false, supplier: 3, type: 1, liveMode: 3 } as const

  it('[LIVE-107] are only to apply under approval, whatever the other values', () => {
    for (const supplier of [0, 3, 4] as const)
      for (const type of [1, 2] as const)
        for (const liveMode of [1, 2, 3, null] as const)
          expect(buttonsOf({ mode: 'detail', approval: true, supplier, type, liveMode })).toEqual(['apply'])
  })

  it('are lecturer and host for an immediate interactive session with its own page', async () => {
    await proves(['LIVE-115', 'LIVE-121'], () => expect(buttonsOf(without)).toEqual(['lecturer', 'host']))
    await proves('LIVE-116', () => {
      expect(buttonsOf({ ...without, liveMode: 1 })).toEqual(['host'])
      expect(buttonsOf({ ...without, supplier: 0 })).toEqual(['confirm'])
    })
  })

  it('[LIVE-120] are the host alone for an immediate audio or video session with its own page', () => {
    for (const liveMode of [1, 2] as const) expect(buttonsOf({ ...without, liveMode })).toEqual(['host'])
  })

  it('[LIVE-117] are to confirm for a scheduled live session', () => {
    for (const supplier of [0, 3, 4] as const) expect(buttonsOf({ ...without, supplier, type: 2 })).toEqual(['confirm'])
  })

  it('are to confirm at once for the legacy family, 0 and 4 alike', async () => {
    await proves('LIVE-119', () => expect(buttonsOf({ ...without, supplier: 0 })).toEqual(['confirm']))
    await proves('LIVE-144', () => {
      for (const liveMode of [1, 2, 3, null] as const) {
        const [first, second] = ([0, 4] as const).map((supplier) => buttonsOf({ ...without, supplier, liveMode }))
        expect(second).toEqual(first)
      }
    })
  })

  it('are to save in edit mode, and none in view mode', async () => {
    await proves('LIVE-083', () => expect(buttonsOf({ ...without, mode: 'edit' })).toEqual(['save']))
    await proves('LIVE-082', () => expect(buttonsOf({ ...without, mode: 'view' })).toEqual([]))
    expect(buttonsOf({ ...without, mode: 'resubmit' })).toEqual(['apply'])
  })

  it('open the client for a client-initiated live session, and the browser for any other', async () => {
    const urls = { webUrl: 'https://a.example/web', clientUrl: 'client://live' }
    await proves(['LIVE-131', 'LIVE-042'], () => {
      expect([0, 1, 2].map((mode) => entryOf(urls, mode))).toEqual([urls.webUrl, urls.webUrl, urls.clientUrl])
    })
    expect(entryOf({ ...urls, clientUrl: null }, 2)).toBe(urls.webUrl)
  })
})
