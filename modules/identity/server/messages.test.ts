import { describe, expect, it } from 'vitest'
import { errorCode } from '#kit/errors.ts'
import { refusalMessage } from '#server/http/messages.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }

/** The texts that the specification gives, key by key. */
const given = [
  [
    'IDENTITY-089',
    'password-wrong-2-left',
    20171,
    '账号或密码错误，还有2次机会',
    'account or password wrong, 2 tries remaining',
  ],
  [
    'IDENTITY-090',
    'password-wrong-1-left',
    20172,
    '账号或密码错误，还有1次机会',
    'account or password wrong, 1 try remaining',
  ],
  ['IDENTITY-091', 'account-locked', 20173, '尝试次数已达上限，账号锁定1小时', 'account locked for 1 hour'],
  [
    'IDENTITY-092',
    'code-wrong',
    20174,
    '验证码错误，错误3次需重新获取',
    'verification code wrong; after 3 wrong tries get a new code',
  ],
  ['IDENTITY-093', 'code-expired', 20175, '验证码已过期', 'verification code expired'],
  ['IDENTITY-094', 'code-too-often', 20176, '验证码发送过于频繁', 'verification code sent too often'],
  ['IDENTITY-095', 'today-too-frequent', 20177, '今日操作过于频繁，请明日再来', 'too frequent today, come tomorrow'],
  ['IDENTITY-096', 'face-failed', 20178, '人脸验证失败', 'face verification failed'],
  ['IDENTITY-097', 'face-busy', 20179, '人脸服务繁忙', 'face service busy'],
  ['IDENTITY-098', 'face-no-permission', 20180, '企业未开通人脸权限', 'company without face permission'],
] as const

describe('texts', () => {
  it('[IDENTITY-089] [IDENTITY-090] [IDENTITY-091] [IDENTITY-092] [IDENTITY-093] [IDENTITY-094] [IDENTITY-095] stand under their keys and their codes', () => {
    for (const [, key, code, chinese, english] of given) {
      expect([cn.dict[key], en.dict[key]]).toEqual([chinese, english])
      const texts = (['cn', 'en'] as const).map((language) => refusalMessage(errorCode(code), language))
      expect(texts).toEqual([chinese, english])
    }
  })

  it.each([
    ['IDENTITY-079', 20106, '手机号已被使用', 'phone already used'],
    ['IDENTITY-080', 20105, '邮箱已被使用', 'email already used'],
    ['IDENTITY-081', 20147, '邮箱验证码已过期', 'email code expired'],
    ['IDENTITY-082', 20138, '动态码已过期', 'one-time code expired'],
    ['IDENTITY-083', 20134, '验证码无效', 'invalid code'],
    ['IDENTITY-085', 90901, '账号已在其他地方登录', 'logged in elsewhere'],
    ['IDENTITY-087', 90903, '登录人数过多，已被限制', 'too many logins, restricted'],
    ['IDENTITY-088', 20161, '不是您的下属', 'not a subordinate'],
  ] as const)(
    '[%s] the refusal %i says the words of the specification in both languages',
    (_, code, chinese, english) => {
      expect(refusalMessage(errorCode(code), 'cn')).toBe(chinese)
      expect(refusalMessage(errorCode(code), 'en')).toBe(english)
    },
  )

  it('[IDENTITY-096] [IDENTITY-097] [IDENTITY-098] those of face verification are ready', () => {
    const keys = ['face-failed', 'face-busy', 'face-no-permission'] as const
    expect(keys.map((key) => cn.dict[key])).toEqual(['人脸验证失败', '人脸服务繁忙', '企业未开通人脸权限'])
  })

  it('[IDENTITY-015] [IDENTITY-016] [IDENTITY-017] [IDENTITY-018] [IDENTITY-019] [IDENTITY-020] every map has its labels in both languages', () => {
    expect(cn.maps.avatarType).toEqual({ 0: '个人', 1: '组织', 2: '团队', 3: 'AI' })
    expect(en.maps.avatarType).toEqual({ 0: 'person', 1: 'organization', 2: 'group', 3: 'AI' })
    expect(Object.values(cn.maps.identityLabel)).toEqual(['专家', '讲师', '班务人员', '普通用户'])
    expect(Object.values(en.maps.identityLabel)).toEqual(['expert', 'lecturer', 'class staff', 'ordinary user'])
    expect(Object.values(cn.maps.personType)).toEqual(['个人', '采购员', '管理员'])
    expect(Object.values(cn.maps.managedLevel)).toEqual(['一级管理成员', '二级管理成员', '三级管理成员'])
    expect(Object.values(cn.maps.memberType)).toEqual(['总管理员', '管理员', '成员'])
    expect(cn.maps.role).toMatchObject({ lecturer: '讲师', 'super-admin': '超级管理员', 'enjoy-admin': '分享号管理员' })
    expect(Object.keys(cn.maps.role)).toHaveLength(15)
  })
})
