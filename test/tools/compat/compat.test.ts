import { describe, expect, it } from 'vitest';
import { oldest } from '#build/browsers.ts';
import { judge } from './exceptions.ts';
import { markupUses } from './markup.ts';
import { scriptUses } from './scripts.ts';
import { styleUses } from './styles.ts';
import { lackingAt } from './support.ts';

/** Planted uses of features that a supported browser lacks. */

it('the list names the features that the browsers had at the time', () => {
  expect(oldest).toEqual({ safari: '15.4', chrome: '105', firefox: '115' });
  expect(lackingAt('javascript', 'builtins', 'Array', 'at')).toEqual([]);
  expect(lackingAt('javascript', 'builtins', 'Array', 'toSorted')).toEqual([
    'safari',
    'safari_ios',
    'webview_ios',
    'chrome',
    'chrome_android',
    'webview_android',
  ]);
  expect(lackingAt('css', 'selectors', 'has')).toEqual(['firefox', 'firefox_android']);
});

describe('shipped scripts', () => {
  it.each([
    ['toSorted', 'const list=[2,1].toSorted();'],
    ['Promise.withResolvers', 'const{promise}=Promise.withResolvers();'],
    ['AbortSignal.any', 'fetch("/",{signal:AbortSignal.any([a,b])});'],
    ['Object.groupBy', 'Object.groupBy([],(x)=>x);'],
    ['Array.fromAsync', 'Array.fromAsync([]);'],
    ['URL.canParse', 'URL.canParse("/");'],
    ['checkVisibility', 'const isSeen=(element)=>element.checkVisibility();'],
    ['isSubsetOf', 'const isPart=(one,other)=>one.isSubsetOf(other);'],
    ['scheduler', 'await scheduler.yield();'],
    ['requestIdleCallback', 'requestIdleCallback(()=>{});'],
    ['Intl.Segmenter', 'new Intl.Segmenter("ja");'],
    ['navigator.share', 'navigator.share({});'],
    ['startViewTransition', 'const go=(page)=>page.startViewTransition(()=>{});'],
    ['classes.static.initialization_blocks', 'class A{static{this.a=1}}'],
    ['regular_expressions.lookbehind_assertion', 'const found=/(?<=a)b/.exec(text);'],
    ['builtins.RegExp.unicodeSets', 'const found=/[a--b]/v.exec(text);'],
  ])('sees %s', (feature, text) => {
    expect(scriptUses([{ path: 'a.js', text }]).map((use) => use.feature)).toContain(feature);
  });

  it('accepts features that all browsers have, and names that the script defines', () => {
    const text =
      'const at=[1].at(-1),copy=structuredClone({a:1}),row={share:1};row.share;const scheduler={yield(){}};scheduler.yield();';
    expect(scriptUses([{ path: 'a.js', text }])).toEqual([]);
  });
});

describe('shipped styles', () => {
  it.each([
    ['types.color.color-mix', 'a{color:color-mix(in srgb,red,blue)}'],
    ['types.color.light-dark', 'a{--paper:light-dark(#fff,#000)}'],
    ['selectors.has', 'a:has(b){color:red}'],
    ['selectors.nesting', 'a{&:hover{color:red}}'],
    ['types.length.viewport_percentage_units_dynamic', 'a{height:100dvh}'],
    ['types.length.lh', 'a{height:calc(2*1lh)}'],
    ['types.length.container_query_length_units', 'a{width:10cqi}'],
    ['properties.text-wrap', 'a{text-wrap:balance}'],
    ['properties.overflow.clip', 'a{overflow:clip}'],
    ['at-rules.starting-style', '@starting-style{a{color:red}}'],
    ['at-rules.property', '@property --a{syntax:"*";inherits:false}'],
    ['at-rules.media.range_syntax', '@media (width>=10px){a{color:red}}'],
    ['colour', 'a{colour:red}'],
  ])('sees %s', (feature, css) => {
    expect(styleUses('a.css', css).map((use) => use.feature)).toContain(feature);
  });

  it.each([
    'a{height:100vh;height:100dvh}',
    '@supports (height:1dvh){a{height:100dvh}}',
    '@layer a{a:is(b,c):focus-visible{inset:0;translate:1px 2px}}',
    'a{background:url("data:image/svg+xml,<svg height=\'100dvh\'/>")}',
  ])('lets pass %s', (css) => {
    expect(styleUses('a.css', css)).toEqual([]);
  });
});

it.each([
  ['global_attributes.popover', '<div popover="auto" />'],
  ['global_attributes.inert', '<div inert />'],
  ['elements.search', '<search />'],
])('sees %s in markup', (feature, element) => {
  expect(markupUses('a.tsx', `const a = ${element};`).map((use) => use.feature)).toContain(feature);
});

it('an exception permits its feature at its place only, and is reported when it is unused', () => {
  const exceptions = [{ feature: 'selectors.has', where: '.slot', why: '' }];
  const use = (where: string) => ({ feature: 'selectors.has', where });
  expect(judge([use('.slot:has(b)'), use('.card:has(b)')], exceptions)).toEqual({
    faults: [use('.card:has(b)')],
    idle: [],
  });
  expect(judge([], exceptions).idle).toEqual(exceptions);
});
