import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }

const rows = readFileSync(path.resolve(import.meta.dirname, '../../../docs/spec/maps.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))

describe('texts', () => {
  it.each([
    ['IDENTITY-015', 'avatar-type', 'avatarType'],
    ['IDENTITY-016', 'identity-label', 'identityLabel'],
    ['IDENTITY-017', 'person-type', 'personType'],
    ['IDENTITY-018', 'role', 'role'],
    ['IDENTITY-019', 'managed-level', 'managedLevel'],
  ] as const)('[%s] the map %s has its labels in both languages', (_, map, key) => {
    const specified = rows.filter(([name]) => name === map)
    expect(Object.values(cn.maps[key])).toEqual(specified.map((row) => row[3]))
    // What stands in parentheses explains the label.
    expect(Object.values(en.maps[key])).toEqual(specified.map((row) => row[2]?.replace(/ \(.*\)$| \/ .*$/, '')))
  })

  it('[IDENTITY-020] the types of members have their labels in both languages', () => {
    expect(cn.maps.memberType).toEqual({ 0: '总管理员', 1: '管理员', 2: '成员' })
    expect(en.maps.memberType).toEqual({ 0: 'super admin', 1: 'administrator', 2: 'member' })
  })
})
