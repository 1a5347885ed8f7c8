import { describe, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { shareChannels } from '../contract.ts'
import {
  channelsFor,
  channelsOf,
  isBlacklisted,
  isShortened,
  liveBusinessType,
  qrLink,
  servicePage,
  sharedPath,
  shareLink,
  workAppAddress,
} from './links.ts'

const origin = 'https://academy.example.cn'
const id = '01a1fdaa-c672-74fb-8330-3df9166daa0a'
const none = new URLSearchParams()
const allOn = { switchOpen: '1', weChat: '1', qq: '1', blog: '1', ask: '1', shareSwitchKnowledge: '1' }

describe('share links', () => {
  it('name the item, the sharer and the channel', async () => {
    await proves('SYSTEM-016', () => {
      expect(shareLink(origin, { id, type: 1 })).toBe(`${origin}/#/share/${id}/1`)
      expect(shareLink(origin, { id, type: 15 })).toBe(`${origin}/#/share/${id}/15`)
    })
    await proves('SYSTEM-140', () => {
      const links = shareChannels.map((channel) => shareLink(origin, { id, type: 1 }, { memberId: 'm', channel }))
      const channels = ['weChat', 'qq', 'blog', 'ask', 'shareSwitchKnowledge', 'poster', 'copy']
      expect(links).toEqual(channels.map((channel) => `${origin}/#/share/${id}/1/m/${channel}`))
    })
  })

  it.each([
    [1, `/study/course/detail/${id}`],
    [2, `/study/subject/detail/${id}`],
    [3, `/exam/exam/answer-paper/${id}`],
    [4, `/exam/research-activity/index/${id}`],
    [5, `/activity/gensee/detail/${id}`],
    [6, `/train-new/class-detail/${id}`],
    [7, `/lottery/${id}`],
    [8, `/train-new/class-detail/${id}`],
    [9, `/train-new/class-detail/${id}`],
    [10, `/lottery/attendance/${id}`],
    [11, `/knowledge/detail/${id}`],
    [12, `/ask/question/detail/${id}`],
    [13, `/ask/topic/detail/${id}`],
    [14, `/share-content-detail?id=${id}&shareId=${id}&memberId=&source=`],
    [15, `/live/detail/${id}`],
    [16, `/share-content-detail?id=${id}&shareId=${id}`],
    [17, `/branch-post-learning-detail/${id}`],
  ])('[SYSTEM-139] of type %i lead to its screen', (type, path) => {
    expect(sharedPath(type, id, none)).toBe(path)
  })

  it.each([0, 18, -1, 1.5, Number.NaN])('[SYSTEM-139] of unknown type %d lead nowhere', (type) => {
    expect(sharedPath(type, id, none)).toBeUndefined()
  })

  it('[SYSTEM-138] of type 14 keep the member and the source', () => {
    const parameters = new URLSearchParams({ memberId: 'm', source: 'ask', other: 'x' })
    expect(sharedPath(14, id, parameters)).toBe(`/share-content-detail?id=${id}&shareId=${id}&memberId=m&source=ask`)
  })

  it('pass the parameters of a QR code on to the screen', () => {
    expect(sharedPath(17, id, new URLSearchParams({ parentId: 'p' }))).toBe(
      `/branch-post-learning-detail/${id}?parentId=p`,
    )
  })
})

describe('QR links', () => {
  const base = { id, organizationId: 'o' } as const
  const query = (link: string) => Object.fromEntries(new URL(link).searchParams)

  it('[SYSTEM-134] hold type, id and organization', () => {
    const link = qrLink(origin, { ...base, type: 1, parentId: 'p', sign: { signId: 's', timeStamp: 5 } })
    expect(link.startsWith(`${origin}/pc/share?`)).toBe(true)
    expect(query(link)).toEqual({ businessType: '1', businessId: id, organization: 'o' })
  })

  it('of a sign-in hold its id and time, of a stage the path', async () => {
    const sign = { signId: 's', timeStamp: 1_795_257_191_679 }
    const parameters = { businessId: id, organization: 'o' }
    await proves('SYSTEM-135', () => {
      const link = qrLink(origin, { ...base, type: 8, sign, parentId: 'p' })
      expect(query(link)).toEqual({ businessType: '8', ...parameters, signId: 's', timeStamp: '1795257191679' })
    })
    await proves('SYSTEM-136', () => {
      const link = qrLink(origin, { ...base, type: 17, sign, parentId: 'p' })
      expect(query(link)).toEqual({ businessType: '17', ...parameters, parentId: 'p' })
    })
  })

  it('[SYSTEM-137] of a live session depend on its supplier', () => {
    expect([3, 0, 4, 99].map(liveBusinessType)).toEqual([15, 5, 5, 5])
  })

  it.each([
    ['http://a.cn', true],
    ['HTTPS://a.cn/x', true],
    ['ftp://a.cn', false],
    ['工号 1001', false],
    ['', false],
    [`${origin}/pc/share?businessType=8&signId=1`, false],
  ])('are shortened when they are lasting links: %s', (text, expected) => {
    expect(isShortened(text)).toBe(expected)
  })
})

describe('channels', () => {
  it('of what asks for an account leave out the services of the world; work apps open the link themselves', () => {
    const allowed = channelsOf(allOn)
    expect(channelsFor({}, allowed)).toEqual(['weChat', 'ask', 'shareSwitchKnowledge', 'poster', 'copy'])
    expect(channelsFor({ isPublic: true }, allowed)).toEqual(allowed)
    expect(channelsFor({ isPublic: true }, channelsOf({ ...allOn, qq: '0' }))).not.toContain('qq')
    const link = 'https://academy.example.cn/#/share/1/15/m/copy?a=1&b=2'
    const feishu = new URL(workAppAddress('feishu', link))
    expect([feishu.hostname, feishu.searchParams.get('url'), feishu.searchParams.get('mode')]).toEqual([
      ...['applink.feishu.cn', link, 'window'],
    ])
    const dingTalk = new URL(workAppAddress('dingTalk', link))
    expect([dingTalk.protocol, dingTalk.searchParams.get('url')]).toEqual(['dingtalk:', link])
  })

  it('follow their flags; poster and copying need only the switch', async () => {
    const flags = ['weChat', 'qq', 'blog', 'ask', 'shareSwitchKnowledge'] as const
    await proves('SYSTEM-142', () => {
      expect(channelsOf(allOn)).toEqual([...flags, 'poster', 'copy'])
      for (const flag of flags) {
        const others = flags.filter((other) => other !== flag)
        for (const off of ['0', 0, undefined])
          expect(channelsOf({ ...allOn, [flag]: off })).toEqual([...others, 'poster', 'copy'])
        expect(channelsOf({ switchOpen: '1', [flag]: '1' })).toEqual([flag, 'poster', 'copy'])
      }
      expect(channelsOf({ ...allOn, switchOpen: '0' })).toEqual([])
    })
    await proves('SYSTEM-143', () => {
      expect(channelsOf({ switchOpen: 1 })).toEqual(['poster', 'copy'])
      expect(channelsOf({ switchOpen: 0 })).toEqual([])
    })
  })

  it('[SYSTEM-144] are none when sharing is off', () => {
    expect(channelsOf({ ...allOn, switchOpen: '0' })).toEqual([])
    expect(channelsOf({})).toEqual([])
  })

  it('[SHELL-044] are hidden for excluded content kinds', () => {
    expect(isBlacklisted({ blackList: '3, 4，17' }, 4)).toBe(true)
    expect(isBlacklisted({ blackList: '3, 4，17' }, 17)).toBe(true)
    expect(isBlacklisted({ blackList: '14' }, 4)).toBe(false)
    expect(isBlacklisted({}, 1)).toBe(false)
  })

  it('[SYSTEM-148] of QZone and Weibo are their share pages, with link and title escaped', () => {
    const link = `${origin}/#/share/${id}/1`
    const qq = new URL(servicePage('qq', { link, title: '安全 & 合规' }))
    expect([qq.hostname, qq.searchParams.get('url'), qq.searchParams.get('title')]).toEqual([
      'sns.qzone.qq.com',
      link,
      '安全 & 合规',
    ])
    const blog = new URL(servicePage('blog', { link, title: 'A', picture: `${origin}/p.png` }))
    expect([blog.hostname, blog.searchParams.get('url'), blog.searchParams.get('pic')]).toEqual([
      'service.weibo.com',
      link,
      `${origin}/p.png`,
    ])
  })
})

describe('the text of a QR code', () => {
  it('[SYSTEM-129] is the text itself unless it begins with http or https', () => {
    for (const text of ['书院', 'ftp://example.cn', 'javascript:alert(1)', 'httpd', ' https://example.cn', ''])
      expect(isShortened(text), text).toBe(false)
    for (const text of ['http://example.cn', 'https://example.cn', 'HTTPS://EXAMPLE.CN'])
      expect(isShortened(text), text).toBe(true)
  })
})
