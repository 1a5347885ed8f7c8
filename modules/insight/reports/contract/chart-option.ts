/** What a chart shows, as ECharts takes it: the same for the server, which draws it as SVG, and for the browser. */

export interface ChartLook {
  readonly ink: string
  readonly faint: string
  readonly line: string
  readonly series: readonly string[]
  readonly font: string
}

export interface ChartData {
  readonly kind: 'bar' | 'line' | 'pie'
  readonly labels: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
  /** What the chart is about, for screen readers. */
  readonly description: string
}

const manyLabels = 8

export function chartOption(
  { kind, labels, series, description }: ChartData,
  look: ChartLook,
): Record<string, unknown> {
  const text = { color: look.ink, fontFamily: look.font }
  const common = {
    animation: false,
    color: [...look.series],
    textStyle: { fontFamily: look.font },
    aria: { enabled: true, label: { description } },
    tooltip: { trigger: kind === 'pie' ? 'item' : 'axis', confine: true, renderMode: 'richText' },
  }
  if (kind === 'pie') {
    const [first] = series
    const data = labels.map((name, at) => ({ name, value: first?.values[at] ?? 0 }))
    return { ...common, series: [{ type: 'pie', radius: ['42%', '70%'], data, label: text }] }
  }
  const isLong = labels.some((label) => [...label].length > 6) && labels.length > manyLabels
  const isLying = kind === 'bar' && isLong
  const category = {
    type: 'category',
    data: [...labels],
    ...{ inverse: isLying, axisLine: { lineStyle: { color: look.line } }, axisTick: { show: false } },
    axisLabel: { ...text, overflow: 'truncate', width: isLying ? 150 : 90, hideOverlap: true },
  }
  const value = { type: 'value', axisLabel: { color: look.faint }, splitLine: { lineStyle: { color: look.line } } }
  return {
    ...common,
    legend: series.length > 1 ? { top: 0, textStyle: text } : { show: false },
    grid: {
      left: 8,
      right: 20,
      top: series.length > 1 ? 34 : 12,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: isLying ? value : category,
    yAxis: isLying ? category : value,
    series: series.map(({ name, values }) => ({
      ...{ type: kind, name, data: [...values], barMaxWidth: 36, showSymbol: labels.length < 40, smooth: false },
      ...(kind === 'line' && { lineStyle: { width: 2 } }),
    })),
  }
}
