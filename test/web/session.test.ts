import './browser.ts'
import { expect, test } from 'vitest'
import { getToken } from '#web/api/token.ts'
import { getSession, signedIn } from '#web/session.ts'
import { sent, serve } from './fake-server.ts'

const root = { id: 'o1', name: '云帆科技' }
const branch = { id: 'o2', name: '研发部' }

test('[SHELL-043] the state of the user holds member, token, data permissions by code, roles and buyer access', async () => {
  expect(getSession()).toMatchObject({ signedIn: false, user: undefined, roles: [], buyerAccess: false })
  serve(() => ({
    json: {
      id: 'm1',
      fullName: '林安',
      organization: branch,
      rootOrganization: root,
      roles: ['learner', 'lecturer'],
      dataPermission: [
        { code: 'course.author', organizationIds: ['o2'], wholeCompany: false },
        { code: 'live.create', organizationIds: ['o1', 'o2'], wholeCompany: true },
      ],
      buyerAccess: true,
    },
  }))
  await signedIn({ token_type: 'Bearer', access_token: 'abc', refresh_token: 'r1' })
  expect(sent.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['GET /api/v1/human/member/current'])
  expect(sent[0]?.headers.get('Authorization')).toBe('Bearer abc')
  const session = getSession()
  expect(session.user).toMatchObject({ id: 'm1', fullName: '林安', organization: branch, rootOrganization: root })
  expect(getToken()).toMatchObject({ tokenType: 'Bearer', accessToken: 'abc' })
  expect(session.dataPermission.get('course.author')).toEqual(['o2'])
  expect(session.dataPermission.get('live.create')).toEqual(['o1', 'o2'])
  expect(['course.author', 'course.manage'].map(session.can)).toEqual([true, false])
  expect(session.roles).toEqual(['learner', 'lecturer'])
  expect(session.buyerAccess).toBe(true)
})
