import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import type { ClassDetails } from '../../contract/learning.ts'
import type { PublicClass } from '../../contract/signup.ts'
import { classes } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import SignUpExternalPage from './SignUpExternalPage.tsx'
import SignUpPage from './SignUpPage.tsx'

beforeAll(async () => {
  registerMessages('classes', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['classes'])
})

const id = '019a0000-0000-7000-8000-000000000001'
const shared = {
  ...{ id, name: '急救员训练营', summary: '两天学会心肺复苏', startsAt: 1_800_000_000_000, endsAt: 1_800_086_400_000 },
  ...{ venue: '一号楼', capacity: 10, placesTaken: 3, state: 3 as const, opensAt: 0, closesAt: 1_800_000_000_000 },
  ...{ hasWaitingList: true, isReviewed: true },
  form: [{ key: 'company', label: '单位', kind: 'text' as const, choices: [], isRequired: true }],
}
const ofMember: ClassDetails = {
  ...shared,
  ...{ coverFileId: null, classType: 1, trainType: 1, enrollmentFrom: null, enrollmentUntil: null, own: null },
  ...{ graduation: null, description: '', managers: [], teachers: [], isExternal: true, obstacle: null },
  ...{ isOpen: false, mustBuy: false, isStaff: false },
  enrollment: { state: null, reason: '', ahead: 0, offeredUntil: null, answers: {} },
}
const ofVisitor: PublicClass = {
  ...shared,
  ...{ companyId: id, companyName: '澜舟科技', obstacle: null, byPhone: true, byEmail: true },
}

function shown(path: string): string {
  return renderedText(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`${path}/${id}`]}>
        <Routes>
          <Route path="/signup/:classId" element={<SignUpPage />} />
          <Route path="/signup-esg/:classId" element={<SignUpExternalPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('[TRAINING-001] the page of members says what the class is, and lets them enroll or see where they stand', () => {
  const { queryKey } = q(classes.class, { params: { id } })
  queryClient.setQueryData(queryKey, ofMember)
  for (const text of ['急救员训练营', '一号楼', cn.enroll.reviewed, cn.enroll.action])
    expect(shown('/signup')).toContain(text)
  const waiting = { ...ofMember.enrollment, state: 'waiting' as const, ahead: 2 }
  queryClient.setQueryData(queryKey, { ...ofMember, own: 'waiting', obstacle: 'enrolled', enrollment: waiting })
  expect(shown('/signup')).toContain(cn.maps.enrollment.waiting)
  expect(shown('/signup')).not.toContain(cn.enroll.action)
})

it('[TRAINING-002] the page of people outside asks for the fields of the class, or says why nobody can register', () => {
  const { queryKey } = q(classes.publicClass, { params: { id } })
  queryClient.setQueryData(queryKey, ofVisitor)
  for (const text of ['急救员训练营', '澜舟科技', '单位', cn.signUp.submit, cn.signUp.signIn])
    expect(shown('/signup-esg')).toContain(text)
  for (const obstacle of ['not-started', 'ended', 'full', 'registration-closed'] as const) {
    queryClient.setQueryData(queryKey, { ...ofVisitor, obstacle })
    expect(shown('/signup-esg')).toContain(cn.signUp.obstacle[obstacle])
    expect(shown('/signup-esg')).not.toContain('单位')
  }
})
