/** What remotes may use of the router. Guards and routes are the shell's. */
export { Link, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
