import { CopyButton } from '#src/screens/copy-button.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Qr } from '#src/ui/qr.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** True if the browser has the system's share sheet. */
const maySend = (url: string): boolean => 'canShare' in navigator && navigator.canShare({ url });

/** The share link, to copy, pass to another app, or scan. */
export function ShareLink({ url, product }: { url: string; product: string }) {
  const { t } = useTexts();
  // Rejects if the sheet is closed or not allowed; the link can still be copied.
  const send = () => navigator.share({ title: product, url }).catch(() => undefined);
  return (
    <div className="share-link">
      <div>
        <TextField
          id="share-link"
          name="share_link"
          label={t('share_link')}
          readOnly
          value={url}
          translate="no"
          onFocus={(event) => event.target.select()}
          onChange={() => undefined}
        />
        <div className="ways">
          <CopyButton text={url} shownIn="share-link" />
          {maySend(url) ? (
            <Button variant="quiet" onClick={send}>
              <Icon name="share" />
              <span>{t('share_by_app')}</span>
            </Button>
          ) : null}
        </div>
      </div>
      <figure>
        <Qr text={url} label={t('share_qr')} room={200} />
        <figcaption className="fine">{t('share_qr_text')}</figcaption>
      </figure>
    </div>
  );
}
