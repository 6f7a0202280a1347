import { html } from 'hono/html';

const LANGS = ['ja', 'en', 'zh-hans', 'kr', 'zh-hant'];

type Label = { en: string; ja: string };
const bilingual = ({ en, ja }: Label) => html`${en} <span lang="ja">${ja}</span>`;

const code: Label = { en: 'Entry code or reservation number', ja: '入場コードまたは予約番号' };
const number: Label = { en: 'Reservation number', ja: '予約番号' };

const field = (name: string, label: Label, more = html`required`) =>
  html`<label>${bilingual(label)}<input name="${name}" autocomplete="off" spellcheck="false" ${more}></label>`;
const force = (label: Label) =>
  html`<label class="check"><input type="checkbox" name="force">${html`<span>${bilingual(label)}</span>`}</label>`;
const button = (label: Label) => html`<button>${bilingual(label)}</button>`;

/** The form of one command, with an element for its result. */
const form = (command: string, title: Label, body: unknown) => html`<form data-command="${command}">
        <h3>${bilingual(title)}</h3>
        ${body}
        <p role="status"></p>
      </form>`;

/** The venue's commands as forms (`npm run ops` has the same ones); `browser/operator.ts` sends them. */
export const operatorForms = () => html`<h2>The venue <span lang="ja">施設の操作</span></h2>
      <p>What staff do at the gate and at the desk.
        <span lang="ja">入場口と窓口での操作です。</span></p>
      <div class="operator">
      ${form('gate', { en: 'Gate', ja: '入場' }, [
        field('code', code),
        force({ en: 'Also on another day', ja: '本日分でなくても入場させる' }),
        button({ en: 'Let in', ja: '入場を記録' }),
      ])}
      ${form('cancel', { en: 'Cancel', ja: '取り消し' }, [
        html`<p class="quiet">No money goes back. <span lang="ja">返金はしません。</span></p>`,
        field('reservation_number', number),
        button({ en: 'Cancel', ja: '取り消す' }),
      ])}
      ${form('refund', { en: 'Refund', ja: '返金' }, [
        field('reservation_number', number),
        force({ en: 'Also when somebody is in', ja: '入場済みの方がいても返金する' }),
        button({ en: 'Pay back', ja: '返金する' }),
      ])}
      ${form('invite', { en: 'Invite', ja: '招待' }, [
        field('site', { en: 'Site', ja: 'サイト' }, html`required value="nishinippon-event01"`),
        html`<button type="button" data-slots>${bilingual({ en: 'Show what there is', ja: '空き状況を表示' })}</button>
        <label>${bilingual({ en: 'Slot', ja: '入場枠' })}<select name="slot" required></select></label>
        <div data-options></div>`,
        field('mail', { en: 'Mail address', ja: 'メールアドレス' }, html`type="email" required`),
        field('fullname', { en: 'Full name', ja: 'お名前' }, html``),
        html`<label>${bilingual({ en: 'Language', ja: '言語' })}<select name="lang">${LANGS.map((lang) => html`<option>${lang}</option>`)}</select></label>`,
        button({ en: 'Invite', ja: '招待する' }),
      ])}
      </div>`;
