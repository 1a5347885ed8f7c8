import { describe, expect, it } from 'vitest'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }

describe('texts', () => {
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
