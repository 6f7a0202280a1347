import './sign-in.css';
import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { Purchase } from '#machines/refs.ts';
import type { FieldTemplate, TypedFields } from '#src/domain/customer.ts';
import { customerOf, fieldErrorsOf, mailToReadBack } from '#src/domain/customer-check.ts';
import { effectOf, type FailureCode, failureText } from '#src/domain/failures.ts';
import { isConfirmed } from '#src/domain/purchase.ts';
import { isBlank } from '#src/domain/rules.ts';
import { FieldOfTemplate } from '#src/forms/field-of-template.tsx';
import { FormSummary } from '#src/forms/form-summary.tsx';
import { rememberedOver } from '#src/forms/memory.ts';
import { useForm } from '#src/forms/use-form.ts';
import { buttonProps, marks, submitProps } from '#src/screens/control.ts';
import { CancelButton, HoldStrip, PurchaseBar } from '#src/screens/purchase/step-parts.tsx';
import { useCatalogue, usePurchase } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { Columns, ScreenTitle } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { ExpressDetails } from './express-details.tsx';
import { Policies } from './policies.tsx';

const name = 'sign-in';
const echoId = 'sign-in-echo';

/** Every field empty, except that the newsletter is opted in (docs/product.md#mail-magazine). */
const blankOf = (templates: readonly FieldTemplate[]): TypedFields => {
  const fieldNames = templates.flatMap(({ field_name }) =>
    field_name === 'email' ? ['email', 'email_confirm'] : field_name,
  );
  return Object.fromEntries(fieldNames.map((field) => [field, field === 'mail_magazine' ? 'true' : '']));
};

/** A second address that is left empty is not judged: the first one is read back instead. */
const withoutBlankRepeat = ({ email_confirm = '', ...typed }: TypedFields): TypedFields =>
  isBlank(email_confirm) ? typed : { ...typed, email_confirm };

type CustomerFormProps = {
  purchase: Purchase;
  /** All templates of the site, in its order. */
  templates: readonly FieldTemplate[];
  /** Content above the fields. */
  children: ReactNode;
};

/**
 * The fields, required ones first and optional ones folded, and beside them the order and the button. An address that is typed once
 * is read back above the button, which accepts it.
 */
function CustomerForm({ purchase, templates, children }: CustomerFormProps) {
  const { t } = useTexts();
  const snapshot = useSelector(purchase, (current) => current);
  const { drafts, customer, failure, site, changing, payment, order, agreed } = snapshot.context;
  const [before] = useState(() => rememberedOver(name, customer));
  const displayed = templates.filter(({ is_display }) => is_display);
  const newsletter = displayed.filter(({ field_name }) => field_name === 'mail_magazine');
  const questions = displayed.filter(({ field_name }) => field_name !== 'mail_magazine');
  const required = questions.filter(({ is_require }) => is_require);
  const optional = questions.filter(({ is_require }) => !is_require);
  const shown = [...required, ...optional, ...newsletter];
  const known = drafts[name] ?? (customer && { ...customer, email_confirm: customer.email });
  const form = useForm({
    name,
    blank: blankOf(shown),
    // After Back, the last input is only in the form's memory.
    known: known && { ...known, ...before },
    judge: (typed) => fieldErrorsOf(shown, withoutBlankRepeat(typed)),
    refused: failure?.code === 'invalid_input' ? failure.fields : undefined,
    onDraft: (fields) => purchase.send({ type: 'draft.kept', form: name, fields }),
    onSubmit: (typed) => purchase.send({ type: 'customer.submit', customer: customerOf(shown, typed) }),
  });
  const isBusy = snapshot.hasTag('pending');
  const isChange = changing && payment !== null;
  const isMailed = site.mailConfirm && !isConfirmed(snapshot.context, form.values.email ?? '');
  const isAgreed = agreed !== null && agreed.price === order?.price;
  const next = t(isAgreed || order?.price === 0 ? 'payment_submit' : 'sign_in_submit');
  const submitText = isMailed ? t('sign_in_submit_mail') : isChange ? t('sign_in_submit_change') : next;
  const fill = (fields: TypedFields) => {
    form.correct(fields);
    const [missing] = fieldErrorsOf(shown, withoutBlankRepeat({ ...form.values, ...fields }));
    if (missing) document.getElementById(form.idOf(missing.field))?.focus();
    return missing !== undefined;
  };
  const back = { type: 'step.back' } as const;
  const address = mailToReadBack(form.values);
  const fieldOf = (template: FieldTemplate) => (
    <FieldOfTemplate
      key={template.field_name}
      template={template}
      form={form}
      dataOf={(field) => marks('draft.kept', { key: field })}
    />
  );
  const submit = (
    <Button
      form={name}
      busy={isBusy}
      aria-describedby={address ? echoId : undefined}
      {...submitProps('customer.submit')}
    >
      {submitText}
    </Button>
  );
  return (
    <Columns
      aside={
        <>
          {address ? (
            <div className="echo" id={echoId}>
              <p>{t('sign_in_echo')}</p>
              <p className="address" translate="no">
                {address}
              </p>
              <p>{t('sign_in_echo_accept')}</p>
            </div>
          ) : null}
          {order ? <PurchaseBar order={order}>{submit}</PurchaseBar> : submit}
          <ButtonRow quiet>
            <Button variant="quiet" aria-disabled={!snapshot.can(back) || undefined} {...buttonProps(purchase, back)}>
              {t(isChange ? 'change_back' : 'sign_in_back')}
            </Button>
            <CancelButton />
          </ButtonRow>
        </>
      }
    >
      {children}
      {order ? <ExpressDetails purchase={purchase} order={order} templates={templates} onFilled={fill} /> : null}
      <form id={name} aria-label={t('sign_in_title')} {...form.props}>
        <FormSummary form={form} />
        {required.length > 0 ? <div>{required.map(fieldOf)}</div> : null}
        {optional.length > 0 ? (
          <Fold
            summary={t('sign_in_optional', { count: optional.length })}
            isNeeded={optional.some(({ field_name }) => form.values[field_name] || form.errorOf(field_name))}
          >
            <div>{optional.map(fieldOf)}</div>
          </Fold>
        ) : null}
        {newsletter.map(fieldOf)}
        <Policies>{t('sign_in_policies')}</Policies>
      </form>
    </Columns>
  );
}

/** Texts of failures on this step. A refused field that the form does not show cannot be corrected, so it is quoted for support. */
const texts: Partial<Record<FailureCode, MessageId>> = {
  invalid_input: 'failure_bad_request',
  token_unavailable: 'express_failed',
};

/** The customer's details, by the site's field templates (docs/product.md#screen-sign-in). */
export function SignInScreen() {
  const { t, tAny } = useTexts();
  const purchase = usePurchase();
  const { fieldTemplates } = useCatalogue();
  const failure = useSelector(purchase, ({ context }) => context.failure);
  const hasField = (name: string) => fieldTemplates.some((one) => one.is_display && one.field_name === name);
  const isShownHere = failure !== null && effectOf(failure) === 'mend' && !(failure.fields ?? []).some(hasField);
  const isClosed = failure?.quoted === 'closed';
  const text = failure && (texts[failure.code] ?? failureText(failure.code));
  return (
    <>
      <ScreenTitle>{t('sign_in_title')}</ScreenTitle>
      <CustomerForm purchase={purchase} templates={fieldTemplates}>
        <HoldStrip />
        {isClosed ? (
          <p className="fine" role="status">
            {t('decline_unfinished')}
          </p>
        ) : null}
        {isShownHere && text && !isClosed ? (
          <NoticeBox role="alert" tone="error">
            <p>{tAny(text)}</p>
            <p className="fine">
              {t('dialog_number', { number: [failure.code, ...(failure.fields ?? [])].join(' ') })}
            </p>
          </NoticeBox>
        ) : null}
      </CustomerForm>
    </>
  );
}
