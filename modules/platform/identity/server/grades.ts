/** Grades by points, named after the imperial examinations. Their names are Chinese in every language. */
export interface Grade {
  readonly level: number
  readonly gradeName: string
  readonly cover: string
}

const grades = [
  { pointsMin: 0, gradeName: '启蒙' },
  { pointsMin: 100, gradeName: '童生' },
  { pointsMin: 500, gradeName: '秀才' },
  { pointsMin: 2_000, gradeName: '举人' },
  { pointsMin: 6_000, gradeName: '贡士' },
  { pointsMin: 15_000, gradeName: '进士' },
  { pointsMin: 40_000, gradeName: '探花' },
  { pointsMin: 80_000, gradeName: '榜眼' },
  { pointsMin: 150_000, gradeName: '状元' },
] as const

/** The highest grade for the points. */
export function gradeOf(points: number): Grade {
  const reached = grades.findLastIndex((grade) => points >= grade.pointsMin)
  const level = Math.max(reached, 0) + 1
  return { level, gradeName: grades[level - 1]?.gradeName ?? '', cover: `grades/${level}.svg` }
}
