import { areaList } from '@vant/area-data'
import { describe, expect, it } from 'vitest'
import { cityCode, divisionNames, divisionText, provinceCode } from './divisions.ts'

describe('divisions', () => {
  it('name the county and what it lies in', () => {
    expect(divisionNames(areaList, '440305')).toEqual({ province: '广东省', city: '深圳市', county: '南山区' })
  })

  it.each(['999999', '440300', '440000', '', 'constructor', '44030'])('have no county %s', (code) => {
    expect(divisionNames(areaList, code)).toBeUndefined()
  })

  it.each([
    ['440305', '广东省深圳市南山区'],
    ['110101', '北京市东城区'],
    ['419001', '河南省济源市'],
    ['659001', '新疆维吾尔自治区石河子市'],
    ['441904', '广东省东莞市长安镇'],
  ])('%s is written as %s', (code, text) => {
    const names = divisionNames(areaList, code)
    expect(names && divisionText(names)).toBe(text)
  })

  it('of the whole list lie in a city and a province, so that every county can be chosen', () => {
    const codes = Object.keys(areaList.county_list)
    expect(codes.length).toBeGreaterThan(3000)
    expect(codes.filter((code) => divisionNames(areaList, code) === undefined)).toEqual([])
    const cities = new Set(codes.map(cityCode))
    expect(Object.keys(areaList.city_list).filter((code) => !cities.has(code))).toEqual([])
    const provinces = new Set(codes.map(provinceCode))
    expect(Object.keys(areaList.province_list).filter((code) => !provinces.has(code))).toEqual([])
  })
})
